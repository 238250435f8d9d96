ALTER TABLE "reviews" ADD COLUMN "rank" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "reviews_by_item_and_rank" ON "reviews" USING btree ("item_id","rank","id");--> statement-breakpoint
CREATE INDEX "reviews_by_item_and_stars" ON "reviews" USING btree ("item_id","stars","id");