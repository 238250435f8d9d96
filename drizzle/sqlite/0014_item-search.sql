CREATE TABLE `item_words` (
	`word` text PRIMARY KEY NOT NULL,
	`name_count` integer NOT NULL,
	`item_count` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `items` ADD `search_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Text search of items: an index of trigrams of their names, and one of the words from which misspelt ones are corrected.
CREATE VIRTUAL TABLE items_names USING fts5(search_name, content='items', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER items_names_insert AFTER INSERT ON items WHEN new.search_name <> '' BEGIN
  INSERT INTO items_names (rowid, search_name) VALUES (new.rowid, new.search_name);
END;
--> statement-breakpoint
CREATE TRIGGER items_names_delete AFTER DELETE ON items WHEN old.search_name <> '' BEGIN
  INSERT INTO items_names (items_names, rowid, search_name) VALUES ('delete', old.rowid, old.search_name);
END;
--> statement-breakpoint
CREATE TRIGGER items_names_update AFTER UPDATE OF search_name ON items WHEN old.search_name IS NOT new.search_name BEGIN
  INSERT INTO items_names (items_names, rowid, search_name) SELECT 'delete', old.rowid, old.search_name WHERE old.search_name <> '';
  INSERT INTO items_names (rowid, search_name) SELECT new.rowid, new.search_name WHERE new.search_name <> '';
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE item_words_search USING fts5(word, content='item_words', content_rowid='rowid', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER item_words_search_insert AFTER INSERT ON item_words BEGIN
  INSERT INTO item_words_search (rowid, word) VALUES (new.rowid, new.word);
END;
--> statement-breakpoint
CREATE TRIGGER item_words_search_delete AFTER DELETE ON item_words BEGIN
  INSERT INTO item_words_search (item_words_search, rowid, word) VALUES ('delete', old.rowid, old.word);
END;
--> statement-breakpoint
-- The words of a search column: it has two blanks before each, and its text as JSON is split there.
INSERT INTO item_words (word, name_count, item_count)
  SELECT '  ' || value || ' ', 0, count(DISTINCT items.id) FROM items, json_each('[' || replace(json_quote(search_text), '  ', '","') || ']')
  WHERE length(value) BETWEEN 3 AND 32 AND value GLOB '*[^0-9.,]*' GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER item_words_insert AFTER INSERT ON items BEGIN
  INSERT INTO item_words (word, name_count, item_count)
    SELECT DISTINCT '  ' || value || ' ', 0, 1 FROM json_each('[' || replace(json_quote(new.search_text), '  ', '","') || ']')
    WHERE length(value) BETWEEN 3 AND 32 AND value GLOB '*[^0-9.,]*'
    ON CONFLICT (word) DO UPDATE SET item_count = item_count + 1;
  UPDATE item_words SET name_count = name_count + 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM json_each('[' || replace(json_quote(new.search_name), '  ', '","') || ']'));
END;
--> statement-breakpoint
CREATE TRIGGER item_words_delete AFTER DELETE ON items BEGIN
  UPDATE item_words SET name_count = name_count - 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM json_each('[' || replace(json_quote(old.search_name), '  ', '","') || ']'));
  UPDATE item_words SET item_count = item_count - 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM json_each('[' || replace(json_quote(old.search_text), '  ', '","') || ']'));
  DELETE FROM item_words WHERE item_count <= 0
    AND word IN (SELECT '  ' || value || ' ' FROM json_each('[' || replace(json_quote(old.search_text), '  ', '","') || ']'));
END;
--> statement-breakpoint
CREATE TRIGGER item_words_update AFTER UPDATE OF search_text, search_name ON items WHEN old.search_text IS NOT new.search_text OR old.search_name IS NOT new.search_name BEGIN
  INSERT INTO item_words (word, name_count, item_count)
    SELECT '  ' || value || ' ', 0, 1 FROM (
      SELECT value FROM json_each('[' || replace(json_quote(new.search_text), '  ', '","') || ']')
      EXCEPT SELECT value FROM json_each('[' || replace(json_quote(old.search_text), '  ', '","') || ']'))
    WHERE length(value) BETWEEN 3 AND 32 AND value GLOB '*[^0-9.,]*'
    ON CONFLICT (word) DO UPDATE SET item_count = item_count + 1;
  UPDATE item_words SET name_count = name_count + 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM (
      SELECT value FROM json_each('[' || replace(json_quote(new.search_name), '  ', '","') || ']')
      EXCEPT SELECT value FROM json_each('[' || replace(json_quote(old.search_name), '  ', '","') || ']')));
  UPDATE item_words SET name_count = name_count - 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM (
      SELECT value FROM json_each('[' || replace(json_quote(old.search_name), '  ', '","') || ']')
      EXCEPT SELECT value FROM json_each('[' || replace(json_quote(new.search_name), '  ', '","') || ']')));
  UPDATE item_words SET item_count = item_count - 1
    WHERE word IN (SELECT '  ' || value || ' ' FROM (
      SELECT value FROM json_each('[' || replace(json_quote(old.search_text), '  ', '","') || ']')
      EXCEPT SELECT value FROM json_each('[' || replace(json_quote(new.search_text), '  ', '","') || ']')));
  DELETE FROM item_words WHERE item_count <= 0
    AND word IN (SELECT '  ' || value || ' ' FROM json_each('[' || replace(json_quote(old.search_text), '  ', '","') || ']'));
END;
