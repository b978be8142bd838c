import { references } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { themes } from './themes.ts'
import { storeReference } from '../stores/storeReference.ts'
import { themeMessages } from './messages.ts'

/** What a form asks that gives a theme to stores. None is made there. */
export const themeAssignmentFields = {
  storeIds: references(themeMessages.stores, { ...storeReference, writes: [] }),
}

/** Themes as that form takes them. */
export const assignableThemes = defineResource({
  ...themes,
  fields: { ...themes.fields, ...themeAssignmentFields },
})
