CREATE INDEX "pictures_by_age" ON "pictures" USING btree ("created_at","name");--> statement-breakpoint
CREATE INDEX "order_lines_by_logo" ON "order_lines" USING btree ("logo_link");