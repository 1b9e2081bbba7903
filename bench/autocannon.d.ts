declare module 'autocannon' {
  interface Result {
    non2xx: number
    errors: number
    latency: { p50: number; p99: number }
    requests: { average: number }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
  }): Promise<Result>
}
