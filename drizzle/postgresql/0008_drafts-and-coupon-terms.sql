DROP INDEX "items_by_category";--> statement-breakpoint
DROP INDEX "coupons_by_age";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "min_total" bigint;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "first_order_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "batch_size" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "batch_id" text;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_batch_id_coupons_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "items_drafts" ON "items" USING btree ("created_at","id") WHERE "items"."draft";--> statement-breakpoint
CREATE INDEX "redemptions_by_age" ON "coupon_redemptions" USING btree ("coupon_id","created_at","order_id");--> statement-breakpoint
CREATE INDEX "redemptions_by_user" ON "coupon_redemptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "coupons_by_batch" ON "coupons" USING btree ("batch_id","id") WHERE "coupons"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "items_by_category" ON "items" USING btree ("category_id","created_at","id","archived_at","draft");--> statement-breakpoint
CREATE INDEX "coupons_by_age" ON "coupons" USING btree ("created_at","id","archived_at") WHERE "coupons"."batch_id" is null;