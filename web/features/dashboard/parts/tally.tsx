import { Badge } from '#web/ui/data/badge.tsx'

/** "4/8 Complete" */
export const Tally = ({ completed, total }: { completed: number; total: number }) => (
  <Badge plain>
    <span className="figures">{`${completed}/${total} Complete`}</span>
  </Badge>
)
