import pg from 'pg'

/** What `pg` connects with. A host that begins with a slash is the folder of a socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Makes the database when it is missing, and answers the connection to it. */
export async function ensureDatabase(connection: Connection, name: string): Promise<Connection> {
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  return { ...connection, database: name }
}

export const setPassword = (connection: Connection, password: string) =>
  withClient(connection, (client) =>
    client.query(`alter role ${pg.escapeIdentifier(connection.user)} password ${pg.escapeLiteral(password)}`),
  )

/** One connection for one piece of work. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection)
  // A connection that breaks while idle reports here, and without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
