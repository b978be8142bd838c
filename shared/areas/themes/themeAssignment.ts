import { references } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { themes } from './themes.ts'
import { themeMessages } from './messages.ts'

/** Fields of the form that assigns a theme to stores. Stores can't be created in it. */
export const themeAssignmentFields = {
  storeIds: references(themeMessages.stores, { name: 'stores', canCreate: false }),
}

/** Themes with the fields of the assignment form. */
export const assignableThemes = defineResource({
  ...themes,
  fields: { ...themes.fields, ...themeAssignmentFields },
})
