-- Whoever holds the key of the portal's own role, or finds a way to speak in its name, can add to the trail and not
-- change it. ALWAYS: also where a session says that it replicates, in which other triggers sleep.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail is only added to: % of % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_is_kept;--> statement-breakpoint
CREATE TRIGGER refusals_are_kept BEFORE DELETE OR TRUNCATE ON refusals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE refusals ENABLE ALWAYS TRIGGER refusals_are_kept;--> statement-breakpoint
CREATE FUNCTION refuse_recount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.count > OLD.count AND to_jsonb(NEW) - 'count' = to_jsonb(OLD) - 'count' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The trail is only added to: UPDATE of % is refused.', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER refusals_only_grow BEFORE UPDATE ON refusals
  FOR EACH ROW EXECUTE FUNCTION refuse_recount();--> statement-breakpoint
ALTER TABLE refusals ENABLE ALWAYS TRIGGER refusals_only_grow;--> statement-breakpoint
-- The one way in: a row for the first refusal of its kind in a minute, and its count from then on.
CREATE FUNCTION note_refusals(noted jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO refusals AS kept
    (id, minute, event, address, actor_id, subject_id, count, agent, request_id, details)
  SELECT id, minute, event, address, actor_id, subject_id, count, agent, request_id, details
  FROM jsonb_to_recordset(noted) AS r
    (id uuid, minute timestamptz, event text, address text, actor_id uuid, subject_id uuid, count integer,
     agent text, request_id text, details jsonb)
  ON CONFLICT ON CONSTRAINT refusals_of_a_minute DO UPDATE SET count = kept.count + excluded.count
$$;
