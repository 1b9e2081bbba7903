import { LayoutDashboard, ListTree } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import type { View } from '../view.ts'

/** Leads to the other view of the same tasks. */
export const ViewSwitch = ({ view, choose }: { view: View; choose: (view: View) => void }) => {
  const isGrouped = view === 'grouped'
  return (
    <Button
      size="small"
      data-print="hide"
      icon={isGrouped ? <LayoutDashboard /> : <ListTree />}
      onClick={() => choose(isGrouped ? 'overview' : 'grouped')}
    >
      {isGrouped ? 'Back to overview' : 'Grouped view'}
    </Button>
  )
}
