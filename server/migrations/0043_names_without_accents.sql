-- The key of a name leaves accents out now, so that a conflict is found however the name was typed.
UPDATE "matter_people" SET "name_key" = regexp_replace(normalize("name_key", NFD), '[\u0300-\u036f]', '', 'g') WHERE "name_key" ~ '[^\x01-\x7f]';
