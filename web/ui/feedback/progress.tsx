import { classes } from '../classes.ts'

export interface ProgressProps {
  /** 0 to 100. */
  value: number
  /** What is progressing: read out together with the value. */
  label: string
  /** The value in words, where "50%" is not what a person would say: "2 of 3 complete". */
  valueText?: string
  size?: 'thin' | 'medium'
  /** `deep` stands on the deep green of a welcome card. */
  tone?: 'brand' | 'deep' | 'ok' | 'warn' | 'stop'
}

const fills = { brand: 'bg-brand', deep: 'bg-brass', ok: 'bg-ok', warn: 'bg-warn', stop: 'bg-stop' }

export const Progress = ({ value, label, valueText, size = 'medium', tone = 'brand' }: ProgressProps) => {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      data-print="exact"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText ?? `${percent}%`}
      className={classes(
        'overflow-hidden rounded-full',
        size === 'thin' ? 'h-1.5' : 'h-2',
        tone === 'deep' ? 'bg-on-deep/20' : 'bg-line dark:ring-1 dark:ring-edge dark:ring-inset',
      )}
    >
      <div
        style={{ transform: `translateX(${percent - 100}%)` }}
        className={classes('h-full rounded-full transition-transform duration-200 ease-out', fills[tone])}
      />
    </div>
  )
}
