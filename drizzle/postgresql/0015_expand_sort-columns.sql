DROP INDEX "items_by_popularity";--> statement-breakpoint
DROP INDEX "items_by_price";--> statement-breakpoint
DROP INDEX "items_by_category_and_popularity";--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("search_text","id");--> statement-breakpoint
CREATE INDEX "items_all_by_name" ON "items" USING btree ("sort_name","id","archived_at","draft");--> statement-breakpoint
CREATE INDEX "items_all_by_price" ON "items" USING btree ("price","id","archived_at","draft");--> statement-breakpoint
CREATE INDEX "items_by_change" ON "items" USING btree ("updated_at","id","archived_at","draft");--> statement-breakpoint
CREATE INDEX "orders_by_coupon" ON "orders" USING btree ("coupon_id") WHERE "orders"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_stars_and_id" ON "reviews" USING btree ("stars","id");--> statement-breakpoint
CREATE INDEX "items_by_popularity" ON "items" USING btree ("popularity","id","price","months","rating","archived_at") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_price" ON "items" USING btree ("price","id","months","rating","archived_at") WHERE "items"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_category_and_popularity" ON "items" USING btree ("category_id","category_popularity","id","price","months","rating","archived_at") WHERE "items"."archived_at" is null;