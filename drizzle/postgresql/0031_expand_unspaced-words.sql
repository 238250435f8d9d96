-- Chinese, Japanese and Korean words are now found by their parts: the next start fills what such items are searched by.
UPDATE items SET search_name = ''
  WHERE (name || brand || short_description || account_type || features::text || description) ~ '[ᄀ-ᇿ⺀-鿿가-힣豈-﫿𠀀-𱍊]';
