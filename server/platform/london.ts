export { london, londonDay } from '#contract/london.ts'
