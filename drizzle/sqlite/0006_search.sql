-- Text search: an index of trigrams for each column that is searched, kept by triggers. A migration that recreates one of
-- these tables drops its triggers and has to create them again (docs/data-layer.md).
CREATE VIRTUAL TABLE users_search USING fts5(search_text, content='users', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER users_search_insert AFTER INSERT ON users WHEN new.search_text <> '' BEGIN
  INSERT INTO users_search (rowid, search_text) VALUES (new.rowid, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER users_search_delete AFTER DELETE ON users WHEN old.search_text <> '' BEGIN
  INSERT INTO users_search (users_search, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER users_search_update AFTER UPDATE OF search_text ON users WHEN old.search_text IS NOT new.search_text BEGIN
  INSERT INTO users_search (users_search, rowid, search_text) SELECT 'delete', old.rowid, old.search_text WHERE old.search_text <> '';
  INSERT INTO users_search (rowid, search_text) SELECT new.rowid, new.search_text WHERE new.search_text <> '';
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE orders_search USING fts5(reference_key, content='orders', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER orders_search_insert AFTER INSERT ON orders WHEN coalesce(new.reference_key, '') <> '' BEGIN
  INSERT INTO orders_search (rowid, reference_key) VALUES (new.rowid, new.reference_key);
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_delete AFTER DELETE ON orders WHEN coalesce(old.reference_key, '') <> '' BEGIN
  INSERT INTO orders_search (orders_search, rowid, reference_key) VALUES ('delete', old.rowid, old.reference_key);
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_update AFTER UPDATE OF reference_key ON orders WHEN old.reference_key IS NOT new.reference_key BEGIN
  INSERT INTO orders_search (orders_search, rowid, reference_key) SELECT 'delete', old.rowid, old.reference_key WHERE coalesce(old.reference_key, '') <> '';
  INSERT INTO orders_search (rowid, reference_key) SELECT new.rowid, new.reference_key WHERE coalesce(new.reference_key, '') <> '';
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE items_search USING fts5(search_text, content='items', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER items_search_insert AFTER INSERT ON items WHEN new.search_text <> '' BEGIN
  INSERT INTO items_search (rowid, search_text) VALUES (new.rowid, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER items_search_delete AFTER DELETE ON items WHEN old.search_text <> '' BEGIN
  INSERT INTO items_search (items_search, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER items_search_update AFTER UPDATE OF search_text ON items WHEN old.search_text IS NOT new.search_text BEGIN
  INSERT INTO items_search (items_search, rowid, search_text) SELECT 'delete', old.rowid, old.search_text WHERE old.search_text <> '';
  INSERT INTO items_search (rowid, search_text) SELECT new.rowid, new.search_text WHERE new.search_text <> '';
END;
--> statement-breakpoint
INSERT INTO items_search (items_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE VIRTUAL TABLE reviews_search USING fts5(search_text, content='reviews', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER reviews_search_insert AFTER INSERT ON reviews WHEN new.search_text <> '' BEGIN
  INSERT INTO reviews_search (rowid, search_text) VALUES (new.rowid, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews WHEN old.search_text <> '' BEGIN
  INSERT INTO reviews_search (reviews_search, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER reviews_search_update AFTER UPDATE OF search_text ON reviews WHEN old.search_text IS NOT new.search_text BEGIN
  INSERT INTO reviews_search (reviews_search, rowid, search_text) SELECT 'delete', old.rowid, old.search_text WHERE old.search_text <> '';
  INSERT INTO reviews_search (rowid, search_text) SELECT new.rowid, new.search_text WHERE new.search_text <> '';
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE support_messages_search USING fts5(search_text, content='support_messages', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER support_messages_search_insert AFTER INSERT ON support_messages WHEN new.search_text <> '' BEGIN
  INSERT INTO support_messages_search (rowid, search_text) VALUES (new.rowid, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER support_messages_search_delete AFTER DELETE ON support_messages WHEN old.search_text <> '' BEGIN
  INSERT INTO support_messages_search (support_messages_search, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER support_messages_search_update AFTER UPDATE OF search_text ON support_messages WHEN old.search_text IS NOT new.search_text BEGIN
  INSERT INTO support_messages_search (support_messages_search, rowid, search_text) SELECT 'delete', old.rowid, old.search_text WHERE old.search_text <> '';
  INSERT INTO support_messages_search (rowid, search_text) SELECT new.rowid, new.search_text WHERE new.search_text <> '';
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE coupons_search USING fts5(code, content='coupons', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER coupons_search_insert AFTER INSERT ON coupons WHEN new.code <> '' BEGIN
  INSERT INTO coupons_search (rowid, code) VALUES (new.rowid, new.code);
END;
--> statement-breakpoint
CREATE TRIGGER coupons_search_delete AFTER DELETE ON coupons WHEN old.code <> '' BEGIN
  INSERT INTO coupons_search (coupons_search, rowid, code) VALUES ('delete', old.rowid, old.code);
END;
--> statement-breakpoint
CREATE TRIGGER coupons_search_update AFTER UPDATE OF code ON coupons WHEN old.code IS NOT new.code BEGIN
  INSERT INTO coupons_search (coupons_search, rowid, code) SELECT 'delete', old.rowid, old.code WHERE old.code <> '';
  INSERT INTO coupons_search (rowid, code) SELECT new.rowid, new.code WHERE new.code <> '';
END;
--> statement-breakpoint
INSERT INTO coupons_search (coupons_search) VALUES ('rebuild');
--> statement-breakpoint
-- The order number.
CREATE INDEX orders_by_number ON orders (substr(id, 17));
--> statement-breakpoint
UPDATE orders SET list_total = coalesce((SELECT sum(coalesce(old_price, price) * quantity) FROM order_lines WHERE order_id = orders.id), 0);
--> statement-breakpoint
-- The sums of all orders by day, but for the pending ones: a checkout would pay for it.
INSERT INTO order_days (day, payment_method, paid, verified, failed, cancelled, refunded)
  SELECT created_at / 86400000, payment_method, sum(payment_status = 'paid'), sum(payment_status = 'verified'), sum(payment_status = 'failed'), sum(payment_status = 'cancelled'), sum(payment_status = 'refunded') FROM orders WHERE payment_status <> 'pending' GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO order_days (day, payment_method, revenue, checks)
  SELECT verified_at / 86400000, payment_method, sum(iif(payment_status = 'verified', total, 0)), sum(paid_at IS NOT NULL)
  FROM orders WHERE verified_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, payment_method) DO UPDATE SET revenue = excluded.revenue, checks = excluded.checks;
--> statement-breakpoint
CREATE TRIGGER order_days_insert AFTER INSERT ON orders WHEN new.payment_status <> 'pending' BEGIN
  INSERT INTO order_days (day, payment_method, paid, verified, failed, cancelled, refunded)
    VALUES (new.created_at / 86400000, new.payment_method, new.payment_status = 'paid', new.payment_status = 'verified', new.payment_status = 'failed', new.payment_status = 'cancelled', new.payment_status = 'refunded')
    ON CONFLICT (day, payment_method) DO UPDATE SET paid = paid + excluded.paid, verified = verified + excluded.verified, failed = failed + excluded.failed, cancelled = cancelled + excluded.cancelled, refunded = refunded + excluded.refunded;
END;
--> statement-breakpoint
CREATE TRIGGER order_days_insert_verified AFTER INSERT ON orders WHEN new.verified_at IS NOT NULL BEGIN
  INSERT INTO order_days (day, payment_method, revenue, checks)
    SELECT new.verified_at / 86400000, new.payment_method, iif(new.payment_status = 'verified', new.total, 0), new.paid_at IS NOT NULL
    WHERE new.verified_at IS NOT NULL
    ON CONFLICT (day, payment_method) DO UPDATE SET revenue = revenue + excluded.revenue, checks = checks + excluded.checks;
END;
--> statement-breakpoint
CREATE TRIGGER order_days_delete AFTER DELETE ON orders WHEN old.payment_status <> 'pending' BEGIN
  UPDATE order_days SET paid = paid - (old.payment_status = 'paid'), verified = verified - (old.payment_status = 'verified'), failed = failed - (old.payment_status = 'failed'), cancelled = cancelled - (old.payment_status = 'cancelled'), refunded = refunded - (old.payment_status = 'refunded')
    WHERE day = old.created_at / 86400000 AND payment_method = old.payment_method;
  UPDATE order_days SET revenue = revenue - iif(old.payment_status = 'verified', old.total, 0), checks = checks - (old.paid_at IS NOT NULL)
    WHERE old.verified_at IS NOT NULL AND day = old.verified_at / 86400000 AND payment_method = old.payment_method;
END;
--> statement-breakpoint
CREATE TRIGGER order_days_update AFTER UPDATE OF payment_status, payment_method, total, created_at, paid_at, verified_at ON orders WHEN old.payment_status <> 'pending' OR new.payment_status <> 'pending' BEGIN
  UPDATE order_days SET paid = paid - (old.payment_status = 'paid'), verified = verified - (old.payment_status = 'verified'), failed = failed - (old.payment_status = 'failed'), cancelled = cancelled - (old.payment_status = 'cancelled'), refunded = refunded - (old.payment_status = 'refunded')
    WHERE day = old.created_at / 86400000 AND payment_method = old.payment_method;
  UPDATE order_days SET revenue = revenue - iif(old.payment_status = 'verified', old.total, 0), checks = checks - (old.paid_at IS NOT NULL)
    WHERE old.verified_at IS NOT NULL AND day = old.verified_at / 86400000 AND payment_method = old.payment_method;
  INSERT INTO order_days (day, payment_method, paid, verified, failed, cancelled, refunded)
    VALUES (new.created_at / 86400000, new.payment_method, new.payment_status = 'paid', new.payment_status = 'verified', new.payment_status = 'failed', new.payment_status = 'cancelled', new.payment_status = 'refunded')
    ON CONFLICT (day, payment_method) DO UPDATE SET paid = paid + excluded.paid, verified = verified + excluded.verified, failed = failed + excluded.failed, cancelled = cancelled + excluded.cancelled, refunded = refunded + excluded.refunded;
  INSERT INTO order_days (day, payment_method, revenue, checks)
    SELECT new.verified_at / 86400000, new.payment_method, iif(new.payment_status = 'verified', new.total, 0), new.paid_at IS NOT NULL
    WHERE new.verified_at IS NOT NULL
    ON CONFLICT (day, payment_method) DO UPDATE SET revenue = revenue + excluded.revenue, checks = checks + excluded.checks;
END;
