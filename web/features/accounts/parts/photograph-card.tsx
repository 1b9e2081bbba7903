import { useSuspenseQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { faultOfPhotograph, photographPath, photographs } from '#contract/accounts/photographs.ts'
import { fullName } from '#contract/kit/names.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { initialsOf } from '#web/ui/data/avatar.tsx'
import { FilePicker } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

const refreshes = [photographs.own]

/** The photo of a member of staff, by which clients and colleagues know them. */
export const PhotographCard = () => {
  const name = fullName(useUser())
  const { id } = useSuspenseQuery(query(photographs.own, {})).data
  const upload = useUpload(photographs.upload, { refreshes })
  const removal = useCommand(photographs.remove, { refreshes })
  const picture = photographPath(id, 'large')
  const refuse = (description: string) => toast({ title: 'Not saved', description, variant: 'error' })
  const take = (file: File) => {
    const fault = faultOfPhotograph(file)
    if (fault !== null) return refuse(fault)
    upload.mutate(
      { file, input: {} },
      {
        onSuccess: () => toast({ title: 'Photo saved', variant: 'success' }),
        onError: ({ message }) => refuse(message),
      },
    )
  }
  return (
    <Card>
      <CardTitle lead="Your clients see it on their cases, and your colleagues in the list of people.">
        Photo
      </CardTitle>
      <div className="flex flex-wrap items-center gap-5">
        <Photograph picture={picture} name={name} />
        <div className="grid gap-2.5">
          <p className="text-sm text-ink-soft">
            A JPEG or PNG of up to 5 MB. We cut a square out of its middle, and remove where and how it was
            taken.
          </p>
          <div className="flex flex-wrap gap-2.5">
            <FilePicker
              words={picture ? 'Choose another photo' : 'Choose a photo'}
              icon={<ImageUp />}
              input={{ accept: 'image/jpeg,image/png', disabled: upload.isPending }}
              onFile={take}
            />
            {picture && (
              <Button
                busy={removal.isPending}
                onClick={() =>
                  removal.mutate(
                    {},
                    {
                      onError: ({ message }) =>
                        toast({ title: 'Not removed', description: message, variant: 'error' }),
                    },
                  )
                }
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

/** The photo, or the initials of somebody who has none. */
const Photograph = ({ picture, name }: { picture: string | null; name: string }) =>
  picture ? (
    <img src={picture} alt={`Photograph of ${name}`} className="size-28 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-28 place-items-center rounded-full bg-sunken text-3xl font-semibold text-ink-soft"
    >
      {initialsOf(name)}
    </span>
  )
