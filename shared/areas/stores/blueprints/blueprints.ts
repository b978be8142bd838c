import { integer, list, optional, select, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { storeFieldPlaces } from '../storeFieldPlaces.ts'
import type { StoreFieldTab } from '../storeFieldPlaces.ts'
import { stores } from '../stores.ts'
import { storeTabTitles } from '../storeTabTitles.ts'
import { blueprintSettings, getBlueprintSettingLabels } from './blueprintSettings.ts'
import type { BlueprintSetting } from './blueprintSettings.ts'

/** Whether stores should have an active integration of a kind. */
export const expectedIntegrations = { active: 'Active', inactive: 'Not active' } as const

// Both tables have a field for each of these names.
const settingFields = Object.fromEntries(
  blueprintSettings.map((name) => [name, optional<unknown>(stores.fields[name])]),
) as Record<BlueprintSetting, Field>
const expectedFields = Object.fromEntries(
  integrationKinds.map((kind) => [
    kind,
    optional(select(integrationsByKind[kind].label, expectedIntegrations)),
  ]),
) as Record<IntegrationKind, Field>

const buildSection = (tab: StoreFieldTab, kinds: readonly IntegrationKind[] = []) => ({
  title: storeTabTitles[tab],
  fields: [...blueprintSettings.filter((name) => storeFieldPlaces[name].tab === tab), ...kinds],
})

/**
 * Blueprints: the settings and integrations that stores should have. `settings` says which values
 * count, since a blank one can be meant: the store then inherits the platform default.
 */
export const blueprints = defineResource({
  name: 'blueprints',
  title: { one: 'blueprint', many: 'blueprints' },
  about: 'A blueprint is a set of settings and integrations that stores should have.',
  permission: 'storesRead',
  fields: {
    name: text('Name', { min: 2, max: 80 }),
    description: optional(text('Description', { max: 200 })),
    settings: list('Included settings', {
      max: 30,
      options: getBlueprintSettingLabels(stores.fields),
      hint: 'The values of all other settings are ignored.',
    }),
    ...settingFields,
    ...expectedFields,
  },
  derived: { stores: integer('Stores') },
  list: {
    columns: ['name', 'description', 'settings', 'stores', 'updatedAt'],
    filters: ['settings', 'themeId', 'smtpSettingsId', 'updatedAt'],
    search: ['name', 'description'],
    card: ['stores', 'description'],
  },
  form: {
    sections: [
      { title: 'Blueprint', fields: ['name', 'description', 'settings'] },
      ...(['general', 'locale', 'brand', 'access'] as const).map((tab) => buildSection(tab)),
      buildSection('integrations', integrationKinds),
    ],
  },
  api: {
    unique: [['name']],
    noBulkReason: 'Change blueprints one at a time.',
    extraFields: { differing: integer('Stores that differ') },
  },
  relations: { disambiguatingFields: ['description'] },
})
