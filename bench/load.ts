import autocannon from 'autocannon'

export interface Load {
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

interface Target {
  url: string
  cookie?: string
  seconds?: number
}

/** Sends the same request again and again on ten connections. Throws if any response is not 2xx. */
export async function load({ url, cookie, seconds = 5 }: Target): Promise<Load> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
  const result = await autocannon({ url, connections: 10, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were refused, ${result.errors} failed`)
  const { latency, requests } = result
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 }
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
