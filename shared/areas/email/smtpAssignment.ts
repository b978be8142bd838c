import { references } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { smtpSettings } from './smtpSettings.ts'
import { emailMessages } from './messages.ts'

/** Fields of the form that assigns an SMTP setting to stores. */
export const smtpAssignmentFields = {
  storeIds: references(emailMessages.stores, { name: 'stores', canCreate: false }),
}

/** SMTP settings with the fields of the assignment form. */
export const assignableSmtpSettings = defineResource({
  ...smtpSettings,
  fields: { ...smtpSettings.fields, ...smtpAssignmentFields },
  form: {
    ...smtpSettings.form,
    sections: (smtpSettings.form.sections ?? []).map((section, index) =>
      index === 0 ? { ...section, fields: [...section.fields, 'storeIds' as const] } : section,
    ),
  },
})
