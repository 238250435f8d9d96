ALTER TABLE `orders` ADD `rest_request_id` text;
--> statement-breakpoint
-- Revenue is without what was refunded of an order's total; what was paid too much goes back first.
DROP TRIGGER order_days_insert_verified;
--> statement-breakpoint
DROP TRIGGER order_days_delete;
--> statement-breakpoint
DROP TRIGGER order_days_update;
--> statement-breakpoint
CREATE TRIGGER order_days_insert_verified AFTER INSERT ON orders WHEN new.verified_at IS NOT NULL BEGIN
  INSERT INTO order_days (day, payment_method, revenue, checks)
    SELECT new.verified_at / 86400000, new.payment_method, iif(new.payment_status = 'verified', new.total - max(0, new.refunded - max(0, new.received - new.total)), 0), new.paid_at IS NOT NULL
    WHERE new.verified_at IS NOT NULL
    ON CONFLICT (day, payment_method) DO UPDATE SET revenue = revenue + excluded.revenue, checks = checks + excluded.checks;
END;
--> statement-breakpoint
CREATE TRIGGER order_days_delete AFTER DELETE ON orders WHEN old.payment_status <> 'pending' BEGIN
  UPDATE order_days SET paid = paid - (old.payment_status = 'paid'), verified = verified - (old.payment_status = 'verified'), failed = failed - (old.payment_status = 'failed'), cancelled = cancelled - (old.payment_status = 'cancelled'), refunded = refunded - (old.payment_status = 'refunded')
    WHERE day = old.created_at / 86400000 AND payment_method = old.payment_method;
  UPDATE order_days SET revenue = revenue - iif(old.payment_status = 'verified', old.total - max(0, old.refunded - max(0, old.received - old.total)), 0), checks = checks - (old.paid_at IS NOT NULL)
    WHERE old.verified_at IS NOT NULL AND day = old.verified_at / 86400000 AND payment_method = old.payment_method;
END;
--> statement-breakpoint
CREATE TRIGGER order_days_update AFTER UPDATE OF payment_status, payment_method, total, received, refunded, created_at, paid_at, verified_at ON orders WHEN old.payment_status <> 'pending' OR new.payment_status <> 'pending' BEGIN
  UPDATE order_days SET paid = paid - (old.payment_status = 'paid'), verified = verified - (old.payment_status = 'verified'), failed = failed - (old.payment_status = 'failed'), cancelled = cancelled - (old.payment_status = 'cancelled'), refunded = refunded - (old.payment_status = 'refunded')
    WHERE day = old.created_at / 86400000 AND payment_method = old.payment_method;
  UPDATE order_days SET revenue = revenue - iif(old.payment_status = 'verified', old.total - max(0, old.refunded - max(0, old.received - old.total)), 0), checks = checks - (old.paid_at IS NOT NULL)
    WHERE old.verified_at IS NOT NULL AND day = old.verified_at / 86400000 AND payment_method = old.payment_method;
  INSERT INTO order_days (day, payment_method, paid, verified, failed, cancelled, refunded)
    VALUES (new.created_at / 86400000, new.payment_method, new.payment_status = 'paid', new.payment_status = 'verified', new.payment_status = 'failed', new.payment_status = 'cancelled', new.payment_status = 'refunded')
    ON CONFLICT (day, payment_method) DO UPDATE SET paid = paid + excluded.paid, verified = verified + excluded.verified, failed = failed + excluded.failed, cancelled = cancelled + excluded.cancelled, refunded = refunded + excluded.refunded;
  INSERT INTO order_days (day, payment_method, revenue, checks)
    SELECT new.verified_at / 86400000, new.payment_method, iif(new.payment_status = 'verified', new.total - max(0, new.refunded - max(0, new.received - new.total)), 0), new.paid_at IS NOT NULL
    WHERE new.verified_at IS NOT NULL
    ON CONFLICT (day, payment_method) DO UPDATE SET revenue = revenue + excluded.revenue, checks = checks + excluded.checks;
END;
--> statement-breakpoint
UPDATE order_days SET revenue = revenue - refunds.cents FROM (
  SELECT verified_at / 86400000 AS day, payment_method, sum(max(0, refunded - max(0, received - total))) AS cents
  FROM orders WHERE payment_status = 'verified' AND refunded > 0 AND verified_at IS NOT NULL GROUP BY 1, 2
) AS refunds WHERE order_days.day = refunds.day AND order_days.payment_method = refunds.payment_method;