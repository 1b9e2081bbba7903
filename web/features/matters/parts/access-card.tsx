import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { useCommand } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { SearchCheckboxes } from '#web/ui/fields/search-choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useMatterColleagues } from '../hooks.ts'

/** Who at the firm may see a matter. */
export const AccessCard = ({ file }: { file: FirmMatterFile }) => {
  const [isChoosing, setChoosing] = useState(false)
  const { save, isPending } = useSaveAccess(file)
  const mayChange = useMay()('matters.run')
  const { isRestricted } = file.access
  const names = file.named ?? ['the people named on it']
  return (
    <Card>
      <CardTitle>Who can see this case</CardTitle>
      <p className="wrap-anywhere">
        {isRestricted
          ? `Restricted: only ${list.format([...names, 'the compliance officer'])} can open or find this case, and the documents, answers, payments and appointments it asks for. The client’s details, identity checks and messages stay with everyone who works with the client.`
          : 'Everyone who works with this client, the people in charge of the case, compliance officers, and auditors of this case. While nobody works with the client, the administrators too.'}
      </p>
      {mayChange && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Button size="small" icon={<Lock />} onClick={() => setChoosing(true)}>
            {isRestricted ? 'Change people' : 'Restrict'}
          </Button>
          {isRestricted && (
            <Button
              size="small"
              busy={isPending}
              onClick={() => save({ isRestricted: false, memberIds: [] })}
            >
              Remove restriction
            </Button>
          )}
        </div>
      )}
      {isChoosing && <AccessDialog file={file} close={() => setChoosing(false)} />}
    </Card>
  )
}

const list = new Intl.ListFormat('en-GB')

const useSaveAccess = (file: FirmMatterFile) => {
  const command = useCommand(matterParties.saveAccess, { refreshes: firmMatterAnswers })
  const save = (access: FirmMatterFile['access'], done?: () => void) =>
    command.mutate(
      { id: file.id, ...access },
      {
        onSuccess: () => done?.(),
        onError: ({ message }) => toast({ title: 'Not saved', description: message, variant: 'error' }),
      },
    )
  return { save, isPending: command.isPending }
}

interface AccessDialogProps {
  file: FirmMatterFile
  close: () => void
}

const AccessDialog = ({ file, close }: AccessDialogProps) => (
  <Dialog
    open
    onOpenChange={close}
    title="Restrict this case"
    description="Only the people you choose will find or open this case, its letters and its timeline: not even administrators, unless you choose them. The compliance officer always can. What the case asks the client for is hidden with it: documents, answers, payments, signatures and appointments. The client’s details, identity checks and messages stay with everyone who works with the client. A cashier whom you choose sees its payments alone."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <AccessForm file={file} close={close} />
    </AsyncBoundary>
  </Dialog>
)

const AccessForm = ({ file, close }: AccessDialogProps) => {
  const me = useUser().id
  const { facts, access } = file
  const { nameable } = useMatterColleagues()
  const { save, isPending } = useSaveAccess(file)
  const inCharge = [facts.feeEarnerId, facts.supervisorId].filter((id) => id !== null)
  const [chosen, choose] = useState<string[]>([me, ...(access.isRestricted ? access.memberIds : inCharge)])
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const memberIds = nameable.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
        save({ isRestricted: true, memberIds }, close)
      }}
    >
      <SearchCheckboxes
        label="People"
        hint="You are always included"
        searchLabel="Search people"
        value={chosen}
        choices={nameable.map(({ id, name }) => ({ value: id as string, label: name, disabled: id === me }))}
        onValue={choose}
      />
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          Restrict
        </Button>
      </DialogFooter>
    </form>
  )
}
