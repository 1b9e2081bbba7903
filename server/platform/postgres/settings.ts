export type Settings = Record<string, string>

/** Nothing on the network, nothing about clients in the log, everything in UTC. */
export const standard: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'log',
  // The text of a failed statement and its detail hold what clients typed.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // What a firm's rows need; the system keeps the rest of its files in memory where there is some to spare.
  shared_buffers: '64MB',
  // What is read is nearly always in memory: three processes that read ahead would only wait, and so would replication's.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Only this method reaches the disk itself on a Mac.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/** For a database that is thrown away: several times faster, and lost with the machine's power. */
export const forgetful: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
}

export const overTcp = (port: number): Settings => ({ listen_addresses: '127.0.0.1', port: String(port) })

export const asArguments = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
