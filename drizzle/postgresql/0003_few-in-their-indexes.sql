ALTER TABLE "orders" DROP CONSTRAINT "orders_verifiedHash_unique";--> statement-breakpoint
DROP INDEX "orders_by_reference";--> statement-breakpoint
DROP INDEX "orders_by_claim";--> statement-breakpoint
DROP INDEX "orders_by_verification";--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_verified_hash" ON "orders" USING btree ("verified_hash") WHERE "orders"."verified_hash" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_reference" ON "orders" USING btree ("reference") WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_claim" ON "orders" USING btree ("claim_until") WHERE "orders"."claim_until" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_verification" ON "orders" USING btree ("payment_method","verified_at") WHERE "orders"."verified_at" is not null;