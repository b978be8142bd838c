import {
  integer,
  list,
  longText,
  money,
  optional,
  reference,
  requiredWhile,
  select,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { creditUnits } from '../credits/approval.ts'
import { longestRule, rulePattern, rulesFromParts } from '../members/groupRules.ts'
import { storeReference } from '../stores/storeReference.ts'

const periods = { month: 'Each month', quarter: 'Each quarter', year: 'Each year' } as const

/** Groups of the members of a store (screens.md, Member Groups). */
export const memberGroups = defineResource({
  name: 'memberGroups',
  path: '/members/groups',
  title: { one: 'member group', many: 'member groups' },
  about: 'Groups part the members of a store: who sees what, who may spend how much.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    storeId: reference('Store', storeReference),
    description: optional(longText('Description', { max: 500 })),
    type: select('Type', { manual: 'Manual', rule: 'By rule' }, { initial: 'manual' }),
    rules: requiredWhile(
      list('Rules', {
        max: longestRule,
        entry: 'Rule',
        pattern: rulePattern,
        hint: 'All must hold: email ends with @example.com, joined after 2026-01-31',
        fromParts: rulesFromParts,
      }),
      { type: ['rule'] },
      'A group by rule needs a rule',
    ),
    priority: {
      ...integer('Priority', {
        min: 1,
        max: 1000,
        hint: 'Where rules of several groups match a member, the lowest number wins',
      }),
      initial: 100,
    },
    isDefault: { ...toggle('Default for new members', { initial: false }), head: 'Default' },
    unit: optional(select('Unit', creditUnits)),
    spendLimit: optional(money('Spend limit', { currencyOf: 'unit', min: 0 })),
    spendPeriod: optional(select('Limit counts', periods)),
    creditAmount: optional(money('Credits given', { currencyOf: 'unit', min: 1 })),
    creditPeriod: optional(select('Credits are given', periods)),
    creditDays: optional(integer('Credits expire after days', { min: 1, max: 3650 })),
  },
  sections: [
    { title: 'Group', fields: ['storeId', 'name', 'description', 'priority', 'isDefault'] },
    { title: 'Who is in it', fields: ['type'] },
    { title: 'By its rules', fields: ['rules'], only: { field: 'type', values: ['rule'] } },
    { title: 'Spending and credits', fields: ['unit', 'spendLimit', 'creditAmount'] },
    { title: 'Its spend limit', fields: ['spendPeriod'], only: { field: 'spendLimit' } },
    {
      title: 'Its credits',
      fields: ['creditPeriod', 'creditDays'],
      only: { field: 'creditAmount' },
    },
  ],
  derived: {
    members: integer('Members'),
    programWaiting: optional(money('Credits awaiting approval', { currencyOf: 'unit' })),
    programApproved: optional(money('Credits approved', { currencyOf: 'unit' })),
  },
  scope: 'storeId',
  columns: ['name', 'storeId', 'type', 'members', 'spendLimit', 'updatedAt'],
  search: ['name'],
  tells: ['storeId', 'type'],
  unique: [['storeId', 'name']],
})
