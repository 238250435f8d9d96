ALTER TABLE `users` ADD `spent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_by_points` ON `users` (`points`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_spent` ON `users` (`spent`,`id`);--> statement-breakpoint
UPDATE users SET spent = totals.spent
  FROM (SELECT user_id, sum(total) AS spent FROM orders WHERE payment_status = 'verified' GROUP BY user_id) AS totals
  WHERE users.id = totals.user_id;
--> statement-breakpoint
CREATE TRIGGER users_spent_insert AFTER INSERT ON orders WHEN new.payment_status = 'verified' BEGIN
  UPDATE users SET spent = spent + new.total WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_spent_update AFTER UPDATE OF payment_status, total ON orders WHEN old.payment_status = 'verified' OR new.payment_status = 'verified' BEGIN
  UPDATE users SET spent = spent + iif(new.payment_status = 'verified', new.total, 0) - iif(old.payment_status = 'verified', old.total, 0)
    WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_spent_delete AFTER DELETE ON orders WHEN old.payment_status = 'verified' BEGIN
  UPDATE users SET spent = spent - old.total WHERE id = old.user_id;
END;
