CREATE INDEX "payments_by_time" ON "payments" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_worth" ON "payments" USING btree ("cents","id");--> statement-breakpoint
CREATE INDEX "payments_unassigned_by_time" ON "payments" USING btree ("happened_at","id") WHERE "payments"."order_id" is null and "payments"."state" <> 'dismissed' and "payments"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "payments_unassigned_by_worth" ON "payments" USING btree ("cents","id") WHERE "payments"."order_id" is null and "payments"."state" <> 'dismissed' and "payments"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "payments_dismissed_by_time" ON "payments" USING btree ("happened_at","id") WHERE "payments"."state" = 'dismissed';--> statement-breakpoint
CREATE INDEX "payments_dismissed_by_worth" ON "payments" USING btree ("cents","id") WHERE "payments"."state" = 'dismissed';