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
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { creditUnits } from '../credits/index.ts'
import { maxRuleLength, rulePattern, joinRuleParts } from './groupRules.ts'

const periods = { month: 'Every month', quarter: 'Every quarter', year: 'Every year' } as const

/** Groups of a store's members (screens.md, Member Groups). */
export const memberGroups = defineResource({
  name: 'memberGroups',
  path: '/members/groups',
  title: { one: 'member group', many: 'member groups' },
  about: "Groups organize a store's members and control what they can see and spend.",
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    storeId: reference('Store', 'stores'),
    description: optional(longText('Description', { max: 500 })),
    type: select('Type', { manual: 'Manual', rule: 'Rule-based' }, { initial: 'manual' }),
    rules: requiredWhile(
      list('Rules', {
        max: maxRuleLength,
        entryLabel: 'Rule',
        pattern: rulePattern,
        hint: 'A member must match all rules. Example: "email ends with @example.com".',
        parseParts: joinRuleParts,
      }),
      { type: ['rule'] },
      'Add at least one rule.',
    ),
    priority: {
      ...integer('Priority', {
        min: 1,
        max: 1000,
        hint: 'If a member matches the rules of several groups, the group with the lowest number wins.',
      }),
      initial: 100,
    },
    isDefault: { ...toggle('Default for new members', { initial: false }), heading: 'Default' },
    unit: optional(select('Unit', creditUnits)),
    spendLimit: optional(money('Spend limit', { currencyField: 'unit', min: 0 })),
    spendPeriod: optional(select('Limit period', periods)),
    creditAmount: optional(money('Credits per period', { currencyField: 'unit', min: 1 })),
    creditPeriod: optional(select('Credit period', periods)),
    creditDays: optional(integer('Credits expire after (days)', { min: 1, max: 3650 })),
  },
  derived: {
    members: integer('Members'),
    programWaiting: optional(money('Credits waiting for approval', { currencyField: 'unit' })),
    programApproved: optional(money('Approved credits', { currencyField: 'unit' })),
  },
  list: {
    columns: ['name', 'storeId', 'type', 'members', 'spendLimit', 'updatedAt'],
    search: ['name'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['storeId', 'name', 'description', 'priority', 'isDefault'] },
      { title: 'Membership', fields: ['type'] },
      {
        title: 'Matching rules',
        fields: ['rules'],
        visibleWhen: { field: 'type', values: ['rule'] },
      },
      { title: 'Spending and credits', fields: ['unit', 'spendLimit', 'creditAmount'] },
      { title: 'Spend limit', fields: ['spendPeriod'], visibleWhen: { field: 'spendLimit' } },
      {
        title: 'Credits',
        fields: ['creditPeriod', 'creditDays'],
        visibleWhen: { field: 'creditAmount' },
      },
    ],
  },
  api: { unique: [['storeId', 'name']] },
  relations: { scope: 'storeId', disambiguatingFields: ['storeId', 'type'] },
})
