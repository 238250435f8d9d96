DROP INDEX "orders_by_user_and_payment";--> statement-breakpoint
DROP INDEX "orders_by_user";--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","created_at","id","payment_status","order_status","total","list_total");--> statement-breakpoint
-- Of pending orders, the order number is found along the index by expiry.
DROP INDEX orders_by_number;
--> statement-breakpoint
CREATE INDEX orders_by_number ON orders (substr(id, 17)) WHERE payment_status <> 'pending';
