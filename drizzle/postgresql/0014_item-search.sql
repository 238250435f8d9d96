CREATE TABLE "item_words" (
	"word" text PRIMARY KEY NOT NULL,
	"name_count" integer NOT NULL,
	"item_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Text search of items: an index of trigrams of their names, and one of the words from which misspelt ones are corrected.
CREATE INDEX items_names ON items USING gin (search_name gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX item_words_search ON item_words USING gin (word gin_trgm_ops);
--> statement-breakpoint
-- The words of a search column, which has two blanks before each.
CREATE FUNCTION search_words(search_text text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT '  ' || value || ' ' FROM unnest(string_to_array(search_text, '  ')) AS value
  WHERE char_length(value) BETWEEN 3 AND 32 AND value ~ '[^0-9.,]'
$$;
--> statement-breakpoint
INSERT INTO item_words (word, name_count, item_count)
  SELECT word, 0, count(*) FROM items, search_words(search_text) AS word GROUP BY word;
--> statement-breakpoint
-- Words are written in the order of their bytes, so that two changes wait for each other rather than deadlock.
CREATE FUNCTION count_item_words(before_text text, before_name text, after_text text, after_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_words AS w (word, name_count, item_count)
    SELECT word, 0, 1 FROM (SELECT search_words(after_text) AS word EXCEPT SELECT search_words(before_text)) AS added ORDER BY word COLLATE "C"
    ON CONFLICT (word) DO UPDATE SET item_count = w.item_count + 1;
  UPDATE item_words SET name_count = name_count + 1
    WHERE word IN (SELECT search_words(after_name) EXCEPT SELECT search_words(before_name));
  UPDATE item_words SET name_count = name_count - 1
    WHERE word IN (SELECT search_words(before_name) EXCEPT SELECT search_words(after_name));
  UPDATE item_words SET item_count = item_count - 1
    WHERE word IN (SELECT search_words(before_text) EXCEPT SELECT search_words(after_text));
  DELETE FROM item_words WHERE item_count <= 0 AND word IN (SELECT search_words(before_text));
END $$;
--> statement-breakpoint
CREATE FUNCTION update_item_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM count_item_words('', '', new.search_text, new.search_name);
  ELSIF TG_OP = 'DELETE' THEN PERFORM count_item_words(old.search_text, old.search_name, '', '');
  ELSE PERFORM count_item_words(old.search_text, old.search_name, new.search_text, new.search_name);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER item_words_insert AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION update_item_words();
--> statement-breakpoint
CREATE TRIGGER item_words_delete AFTER DELETE ON items FOR EACH ROW EXECUTE FUNCTION update_item_words();
--> statement-breakpoint
CREATE TRIGGER item_words_update AFTER UPDATE OF search_text, search_name ON items FOR EACH ROW
  WHEN (old.search_text IS DISTINCT FROM new.search_text OR old.search_name IS DISTINCT FROM new.search_name) EXECUTE FUNCTION update_item_words();
