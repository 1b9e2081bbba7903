import http from 'node:http'
import pg from 'pg'

/**
 * The baseline for the portal's reads: node:http with the list query as a prepared statement. No session, no contract,
 * no headers: the lower limit with the same database.
 */
const [, , connectionString, clientId, port] = process.argv
const pool = new pg.Pool({ connectionString, max: 10 })
const text = `select id, title, description, category, kind, status, amount, currency, outcome, reason, due_on as "dueOn",
  created_at as "createdAt", completed_at as "completedAt" from tasks where client_id = $1 order by position`

const server = http.createServer((_, response) => {
  void pool.query({ name: 'tasks', text, values: [clientId] }).then(({ rows }) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(rows))
  })
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
