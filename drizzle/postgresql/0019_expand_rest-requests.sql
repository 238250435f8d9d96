ALTER TABLE "orders" ADD COLUMN "rest_request_id" text;
--> statement-breakpoint
-- Revenue is without what was refunded of an order's total; what was paid too much goes back first.
CREATE OR REPLACE FUNCTION add_to_order_days(placed orders, factor integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF placed.payment_status = 'pending' THEN RETURN; END IF;
  INSERT INTO order_days AS d (day, payment_method, paid, verified, failed, cancelled, refunded)
    VALUES (utc_day(placed.created_at), placed.payment_method, factor * (placed.payment_status = 'paid')::integer, factor * (placed.payment_status = 'verified')::integer, factor * (placed.payment_status = 'failed')::integer, factor * (placed.payment_status = 'cancelled')::integer, factor * (placed.payment_status = 'refunded')::integer)
    ON CONFLICT (day, payment_method) DO UPDATE SET paid = d.paid + excluded.paid, verified = d.verified + excluded.verified, failed = d.failed + excluded.failed, cancelled = d.cancelled + excluded.cancelled, refunded = d.refunded + excluded.refunded;
  IF placed.verified_at IS NOT NULL THEN
    INSERT INTO order_days AS d (day, payment_method, revenue, checks)
      VALUES (utc_day(placed.verified_at), placed.payment_method,
        factor * CASE WHEN placed.payment_status = 'verified' THEN placed.total - greatest(0, placed.refunded - greatest(0, placed.received - placed.total)) ELSE 0 END, factor * (placed.paid_at IS NOT NULL)::integer)
      ON CONFLICT (day, payment_method) DO UPDATE SET revenue = d.revenue + excluded.revenue, checks = d.checks + excluded.checks;
  END IF;
END $$;
--> statement-breakpoint
DROP TRIGGER order_days_change ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_days_change
  AFTER DELETE OR UPDATE OF payment_status, payment_method, total, received, refunded, created_at, paid_at, verified_at ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_order_days();
--> statement-breakpoint
UPDATE order_days SET revenue = revenue - refunds.cents FROM (
  SELECT utc_day(verified_at) AS day, payment_method, sum(greatest(0, refunded - greatest(0, received - total))) AS cents
  FROM orders WHERE payment_status = 'verified' AND refunded > 0 AND verified_at IS NOT NULL GROUP BY 1, 2
) AS refunds WHERE order_days.day = refunds.day AND order_days.payment_method = refunds.payment_method;