import type { FirmForm } from '../../forms/firm-form.ts'

/** Asks where the money comes from: savings, or a gift. */
export const sourcesForm: FirmForm = {
  sections: [
    {
      title: 'The money',
      fields: [
        {
          key: 'sources',
          kind: 'several',
          label: 'Where does it come from?',
          hint: '',
          isRequired: true,
          offers: [
            { value: 'savings', label: 'Savings' },
            { value: 'gift', label: 'A gift' },
          ],
          shownWhen: null,
          fields: [],
        },
      ],
    },
  ],
}
