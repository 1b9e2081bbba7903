import type pg from 'pg'

/** Size of the measured firm: clients, matters, half a million each of tasks and documents, and so on. */
export const sizes = {
  clients: 100_000,
  matters: 120_000,
  tasks: 500_000,
  documents: 500_000,
  messages: 200_000,
}

/** Tables that grow with the firm. A sequential scan of one is a fault. */
export const growing = [
  'users',
  'matters',
  'matter_clients',
  'matter_events',
  'tasks',
  'documents',
  'messages',
  'message_threads',
  'activities',
  'notifications',
] as const

/** Each has four hundred clients. */
const feeEarners = 250

const words = (list: string) =>
  `(array[${list
    .split(' ')
    .map((word) => `'${word}'`)
    .join(',')}])`
const pick = (list: string, by: string) => `${words(list)}[1 + (${by}) % ${list.split(' ').length}]`

const firstNames =
  'Amara Daniel Priya Owen Zoe George Fatima Harriet Marek Ines Tomos Aisha Callum Mei Rhys Leila Edward Nadia Kofi Bronwen Arthur Yusuf Clara Piotr Siobhan Dev Imogen Hamza Elin Victor'
const stems =
  'Ash Black Carl Dun East Fair Green Hart King Lang Mar North Oak Pem Rad Sand Thorn Under West Wood Brad Clay Elm Ford Glen Hol Kirk Lock Mill Nor'
const endings =
  'ford ley ton wood worth field by ham stead well more land burn croft dale gate shaw wick combe bridge'
const types = 'Purchase Sale Remortgage Probate General'
const streets =
  'Orchard Victoria Mill Church Station Garden Harbour Castle Priory Meadow Abbey Bishop Chapel Drover Elder'

const statements = [
  `insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name, role, password_hash,
     is_first_login, created_at, last_seen_at)
   select uuidv7(), 'earner' || n, 'earner' || n, 'earner' || n, 'earner' || n || '@firm.example', 'earner' || n || '@firm.example',
     ${pick(firstNames, 'n')}, ${pick(stems, 'n * 7')} || ${pick(endings, 'n * 3')}, 'fee_earner', '', false, now(), now()
   from generate_series(1, ${feeEarners}) n`,
  `create temp table earners as select id, row_number() over (order by id) - 1 as at from users
   where role = 'fee_earner'`,
  `create temp table people as
   select n, uuidv7(-((${sizes.clients} - n) * interval '10 minutes')) as id,
     (select id from earners where at = n % (select count(*) from earners)) as earner,
     now() - (${sizes.clients} - n) * interval '10 minutes' as at
   from generate_series(1, ${sizes.clients}) n`,
  `create index on people (n)`,
  `insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name, role, password_hash,
     is_first_login, fee_earner_id, created_at, last_seen_at)
   select id, 'client' || n, 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com',
     ${pick(firstNames, 'n')}, ${pick(stems, 'n / 30')} || ${pick(endings, 'n / 900')}, 'client', '', false, earner, at,
     case when n % 10 > 0 then at + interval '3 days' end
   from people`,
  `create temp table cases as
   select c.n, uuidv7(-((${sizes.matters} - c.n) * interval '8 minutes')) as id, people.id as client, people.earner,
     now() - (${sizes.matters} - c.n) * interval '8 minutes' as at,
     case when c.n % 400 = 0 then 'pending' when c.n % 40 = 0 then 'rejected' when c.n % 5 < 3 then 'open' else 'closed' end as status
   from generate_series(1, ${sizes.matters}) c(n) join people on people.n = 1 + c.n % ${sizes.clients}`,
  `insert into matters (id, client_id, reference, title, type, priority, description, status, assignee, third_party, next_step,
     assigned_at, created_at, closed_at, is_restricted)
   select id, client, 'HR-2020-' || lpad(n::text, 6, '0'),
     ${pick(types, 'n')} || ' of ' || (1 + n % 180) || ' ' || ${pick(streets, 'n / 7')} || ' Road', ${pick(types, 'n')}, 'medium',
     'What the client told us about it.', status,
     case when status = 'open' then (array['client','firm','third_party'])[1 + n % 3] end,
     case when status = 'open' and n % 3 = 2 then 'the seller''s solicitors' end,
     case when status = 'open' then 'The next thing to be done' end, case when status = 'open' then at + interval '2 days' end, at,
     case when status = 'closed' then at + interval '90 days' end, n % 1000 = 1
   from cases`,
  `insert into matter_clients (matter_id, client_id, added_at) select id, client, at from cases`,
  `insert into matter_events (id, matter_id, kind, at, by_id, by_name, is_of_firm, stage)
   select uuidv7(), id, 'staged', at + step * interval '1 day', earner, 'A Person', true,
     (array['instruction','identity','searches'])[step]
   from cases, generate_series(1, 3) step where status in ('open', 'closed')`,
  `insert into tasks (id, client_id, position, template_version, kind, category, title, description, status, created_at, opened_at,
     due_on, completed_at)
   select uuidv7(), id, position, 1, (array['proof_of_identity','proof_of_address','proof_of_funds','client_questionnaire','other'])[1 + position],
     'documents', 'Task ' || position, 'What the firm asks for',
     case when n % 10 < 3 or position < 2 then 'completed' else 'pending' end, at, at,
     case when n % 50 = 0 and position = 4 then (now() - interval '2 days')::date end,
     case when n % 10 < 3 or position < 2 then at + interval '2 days' end
   from people, generate_series(0, 4) position`,
  `insert into documents (id, client_id, filename, file_key, sha256, file_type, file_size, document_type, status, created_at, decided_at,
     verified_at, validation)
   select uuidv7(-((${sizes.clients} - n) * interval '10 minutes')), people.id,
     (array['passport','council-tax','bank-statement','payslip','mortgage-offer'])[1 + k] || '-' || n || '.pdf',
     'bench-' || n || '-' || k, md5(n || '-' || k), 'pdf', 100000, 'passport',
     case when n % 200 = 0 and k = 4 then 'pending' when n % 20 = 0 and k = 3 then 'rejected' else 'verified' end,
     at + interval '1 day', case when n % 200 > 0 and k < 2 then at + interval '2 days' end, at + interval '2 days',
     case when k = 0 then jsonb_build_object('metadata', jsonb_build_object('expiryDate', (current_date + (n % 3650))::text)) end
   from people, generate_series(0, 4) k`,
  `insert into messages (id, client_id, member_id, sender_id, content, read_at, created_at)
   select uuidv7(-((${sizes.clients} - n) * interval '10 minutes')), id, earner, case when k = 0 then id else earner end,
     'About ' || ${pick(streets, 'n')} || ' Road: could you tell me when the ' || ${pick('searches contract survey deposit keys', 'n')} || ' will come?',
     case when n % 500 > 0 or k = 1 then at end, at + interval '1 day'
   from people, generate_series(0, 1) k`,
  `insert into message_threads (client_id, member_id, last_id)
   select client_id, member_id, (array_agg(id order by id desc))[1] from messages group by 1, 2 on conflict do nothing`,
]

interface Index {
  name: string
  definition: string
}

/** Creates the firm in SQL. Drops non-unique indexes first and recreates them after all rows are inserted. */
export async function makeFirm(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query("set maintenance_work_mem = '512MB'")
    const { rows } = await client.query<Index>(
      `select i.indexname as name, i.indexdef as definition from pg_indexes i
       where i.schemaname = 'public' and i.tablename = any($1) and i.indexdef not like 'CREATE UNIQUE%'`,
      [growing],
    )
    for (const { name } of rows) await client.query(`drop index "${name}"`)
    for (const statement of statements) await client.query(statement)
    for (const { definition } of rows) await client.query(definition)
    await client.query('vacuum (analyze)')
    // Otherwise what was just made is written to the disk while the first question is measured.
    await client.query('checkpoint')
  } finally {
    client.release()
  }
}
