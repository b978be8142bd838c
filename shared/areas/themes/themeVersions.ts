import {
  file,
  immutable,
  integer,
  longText,
  reference,
  references,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { rolloutLabels } from './rollout.ts'
import { semverPattern } from './semver.ts'

/** Versions of themes: packages that are rolled out to stores in stages (screens.md, Themes). */
export const themeVersions = defineResource({
  name: 'themeVersions',
  path: '/themes?versions',
  title: { one: 'theme version', many: 'theme versions' },
  about: 'A theme version is a package that you roll out to the stores that use the theme.',
  permission: 'modulesRead',
  fields: {
    package: immutable(
      file('Package', {
        accept: ['application/zip'],
        hint: 'The package must contain a theme.json file in its top-level folder.',
      }),
    ),
    semver: immutable(
      text('Version', {
        max: 20,
        pattern: semverPattern,
        derivedFromFile: 'package',
        hint: 'Filled in from theme.json when you upload the package. Must be higher than the latest version.',
      }),
    ),
    themeId: immutable(reference('Theme', { name: 'themes', canCreate: false })),
    pilotIds: references('Pilot stores', 'stores', {
      hint: 'The rollout can start with these stores instead of 5% of all stores. Each pilot store must use the theme.',
    }),
    changelog: longText('Changelog', { max: 5000, hint: 'Tell operators what changed.' }),
  },
  derived: { rollout: select('Rollout', rolloutLabels), stores: integer('Stores') },
  list: {
    columns: ['semver', 'themeId', 'rollout', 'stores', 'createdAt'],
    search: ['semver'],
    sort: '-createdAt',
  },
  api: { unique: [['themeId', 'semver']] },
  relations: { label: 'semver', disambiguatingFields: ['themeId'] },
})
