ALTER TABLE "users" ADD COLUMN "spent" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_points" ON "users" USING btree ("points","id");--> statement-breakpoint
CREATE INDEX "users_by_spent" ON "users" USING btree ("spent","id");--> statement-breakpoint
UPDATE users SET spent = totals.spent
  FROM (SELECT user_id, sum(total) AS spent FROM orders WHERE payment_status = 'verified' GROUP BY user_id) AS totals
  WHERE users.id = totals.user_id;
--> statement-breakpoint
CREATE FUNCTION update_users_spent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.payment_status = 'verified' THEN added := NEW.total; END IF;
  IF TG_OP <> 'INSERT' AND OLD.payment_status = 'verified' THEN added := added - OLD.total; END IF;
  IF added <> 0 THEN UPDATE users SET spent = spent + added WHERE id = coalesce(NEW.user_id, OLD.user_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_spent_insert AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.payment_status = 'verified') EXECUTE FUNCTION update_users_spent();
--> statement-breakpoint
CREATE TRIGGER users_spent_update AFTER UPDATE OF payment_status, total ON orders
  FOR EACH ROW WHEN (OLD.payment_status = 'verified' OR NEW.payment_status = 'verified') EXECUTE FUNCTION update_users_spent();
--> statement-breakpoint
CREATE TRIGGER users_spent_delete AFTER DELETE ON orders
  FOR EACH ROW WHEN (OLD.payment_status = 'verified') EXECUTE FUNCTION update_users_spent();
