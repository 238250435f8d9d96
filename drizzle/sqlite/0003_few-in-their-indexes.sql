DROP INDEX `orders_verifiedHash_unique`;--> statement-breakpoint
DROP INDEX `orders_by_reference`;--> statement-breakpoint
DROP INDEX `orders_by_claim`;--> statement-breakpoint
DROP INDEX `orders_by_verification`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_by_verified_hash` ON `orders` (`verified_hash`) WHERE "orders"."verified_hash" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_reference` ON `orders` (`reference`) WHERE "orders"."reference" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_claim` ON `orders` (`claim_until`) WHERE "orders"."claim_until" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_verification` ON `orders` (`payment_method`,`verified_at`) WHERE "orders"."verified_at" is not null;