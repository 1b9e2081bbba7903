import type { TrialResult } from '#contract/document-sandbox.ts'
import type { Region } from '#contract/validation.ts'

interface ReadPagesProps {
  pictures: { page: number; image: string }[]
  regions: TrialResult['regions']
}

/** The pages with the places that were read drawn over them. */
export const ReadPages = ({ pictures, regions }: ReadPagesProps) => {
  if (pictures.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">What was read</h3>
      {pictures.map(({ page, image }) => (
        <ReadPage key={page} page={page} image={image} regions={regions.filter((one) => one.page === page)} />
      ))}
    </section>
  )
}

const ReadPage = ({ page, image, regions }: { page: number; image: string; regions: Region[] }) => (
  <figure className="grid gap-2">
    <div className="relative overflow-clip rounded-lg border border-line bg-sunken">
      <img src={image} alt={`Page ${page} of the tested document`} className="block w-full" />
      {regions.map((region, at) => (
        <Place key={at} region={region} />
      ))}
    </div>
    <figcaption className="text-sm text-ink-soft">
      {regions.length === 0
        ? 'No place on this page was read.'
        : `Read here: ${[...new Set(regions.map(({ what }) => what))].join(', ')}.`}
    </figcaption>
  </figure>
)

const percent = (share: number) => `${share * 100}%`

const Place = ({ region: { x, y, width, height, what } }: { region: Region }) => (
  <span
    title={what}
    style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    className="absolute rounded-xs bg-brand/15 outline-2 outline-brand"
  />
)
