import { Link } from 'react-router'
import type { GuideEntry } from '#contract/help.ts'
import { helpPath } from '#contract/kit/pages.ts'

/** Links to the sections of a guide, in two columns if there is room and they aren't at the side. */
export const SectionLinks = ({
  guide: { id, sections },
  isAtSide = false,
}: {
  guide: Pick<GuideEntry, 'id' | 'sections'>
  isAtSide?: boolean
}) => (
  <ul className={`grid gap-x-6 gap-y-1 text-sm ${isAtSide ? '' : 'sm:grid-cols-2'}`}>
    {sections.map((section) => (
      <li key={section.id} className="flex items-center touch:min-h-11">
        <Link
          to={helpPath(id, section.id)}
          className="rounded-sm text-ink-soft underline-offset-3 hover:text-ink hover:underline"
        >
          {section.title}
        </Link>
      </li>
    ))}
  </ul>
)
