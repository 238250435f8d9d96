-- Text search: an index of trigrams for each column that is searched. pg_trgm comes with Postgres; since version 13 the
-- owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX orders_search ON orders USING gin (reference_key gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX items_search ON items USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX reviews_search ON reviews USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX support_messages_search ON support_messages USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX coupons_search ON coupons USING gin (code gin_trgm_ops);
--> statement-breakpoint
-- The order number.
CREATE INDEX orders_by_number ON orders (substr(id, 17));
--> statement-breakpoint
UPDATE orders SET list_total = coalesce((SELECT sum(coalesce(old_price, price) * quantity) FROM order_lines WHERE order_id = orders.id), 0);
--> statement-breakpoint
-- The sums of all orders by day, but for the pending ones: checkouts would wait for each other.
CREATE FUNCTION utc_day(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT floor(extract(epoch FROM at) / 86400)::integer $$;
--> statement-breakpoint
CREATE FUNCTION add_to_order_days(placed orders, factor integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF placed.payment_status = 'pending' THEN RETURN; END IF;
  INSERT INTO order_days AS d (day, payment_method, paid, verified, failed, cancelled, refunded)
    VALUES (utc_day(placed.created_at), placed.payment_method, factor * (placed.payment_status = 'paid')::integer, factor * (placed.payment_status = 'verified')::integer, factor * (placed.payment_status = 'failed')::integer, factor * (placed.payment_status = 'cancelled')::integer, factor * (placed.payment_status = 'refunded')::integer)
    ON CONFLICT (day, payment_method) DO UPDATE SET paid = d.paid + excluded.paid, verified = d.verified + excluded.verified, failed = d.failed + excluded.failed, cancelled = d.cancelled + excluded.cancelled, refunded = d.refunded + excluded.refunded;
  IF placed.verified_at IS NOT NULL THEN
    INSERT INTO order_days AS d (day, payment_method, revenue, checks)
      VALUES (utc_day(placed.verified_at), placed.payment_method,
        factor * CASE WHEN placed.payment_status = 'verified' THEN placed.total ELSE 0 END, factor * (placed.paid_at IS NOT NULL)::integer)
      ON CONFLICT (day, payment_method) DO UPDATE SET revenue = d.revenue + excluded.revenue, checks = d.checks + excluded.checks;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION update_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_to_order_days(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_to_order_days(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO order_days (day, payment_method, paid, verified, failed, cancelled, refunded)
  SELECT utc_day(created_at), payment_method, count(*) FILTER (WHERE payment_status = 'paid'), count(*) FILTER (WHERE payment_status = 'verified'), count(*) FILTER (WHERE payment_status = 'failed'), count(*) FILTER (WHERE payment_status = 'cancelled'), count(*) FILTER (WHERE payment_status = 'refunded') FROM orders WHERE payment_status <> 'pending' GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO order_days (day, payment_method, revenue, checks)
  SELECT utc_day(verified_at), payment_method, coalesce(sum(total) FILTER (WHERE payment_status = 'verified'), 0), count(paid_at)
  FROM orders WHERE verified_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, payment_method) DO UPDATE SET revenue = excluded.revenue, checks = excluded.checks;
--> statement-breakpoint
-- Deferred to the commit: the sums are locked only then, after the streams, on which the orders wait for each other anyway.
CREATE CONSTRAINT TRIGGER order_days_insert
  AFTER INSERT ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.payment_status <> 'pending') EXECUTE FUNCTION update_order_days();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_days_change
  AFTER DELETE OR UPDATE OF payment_status, payment_method, total, created_at, paid_at, verified_at ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_order_days();
