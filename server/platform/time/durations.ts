/** Use these functions for durations instead of multiplying by hand. All return milliseconds. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

export const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)
export const before = (time: Date, milliseconds: number) => new Date(time.getTime() - milliseconds)
