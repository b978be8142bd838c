import { integrationKindLabels } from '#shared/engine/integrations/integrationKinds.ts'
import { blueprintSettingLabels } from './messages.ts'

/**
 * A setting of stores that a blueprint can include. Left out are those with a value of its own in
 * each store, such as its name, and files, which no plan can change. The database compares the same
 * ones (migrations/0038_blueprints.ts).
 */
export type BlueprintSetting = keyof typeof blueprintSettingLabels

// The table's own keys.
export const blueprintSettings = Object.keys(blueprintSettingLabels) as BlueprintSetting[]

/** What a store can differ in: settings, and integrations by kind. */
export const blueprintDifferenceLabels = { ...blueprintSettingLabels, ...integrationKindLabels }
