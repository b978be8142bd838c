import { integer, optional, text, toggle } from '#shared/fields.ts'
import { defineResource } from '#shared/resource.ts'
import type { Resource } from '#shared/resource.ts'

/** Lists that the console only reads so far (spec.md section 3); their fields are ours to choose. */
const catalogs = defineResource({
  name: 'catalogs',
  path: '/catalogs',
  title: { one: 'catalog', many: 'catalogs' },
  about: 'Catalogs hold what the members of a store may order.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', { max: 40 }),
    active: toggle('Active'),
  },
  columns: ['name', 'code', 'active'],
  search: ['name', 'code'],
  sort: 'name',
  label: 'name',
  unique: [['code']],
})

const categories = defineResource({
  name: 'categories',
  path: '/categories',
  title: { one: 'category', many: 'categories' },
  about: 'Categories part the products of a catalog.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', { max: 40 }),
    position: optional(integer('Position', { min: 1, max: 100_000 })),
    active: toggle('Active'),
  },
  columns: ['name', 'code', 'position', 'active'],
  search: ['name', 'code'],
  sort: 'position',
  label: 'name',
  unique: [['code']],
})

const members = defineResource({
  name: 'members',
  path: '/members',
  title: { one: 'member', many: 'members' },
  about: 'Members order from the stores they belong to.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    email: text('Email', { max: 120 }),
    active: toggle('Active'),
  },
  columns: ['name', 'email', 'active'],
  search: ['name', 'email'],
  sort: 'name',
  label: 'name',
  unique: [['email']],
})

export const readOnlyLists: readonly Resource[] = [catalogs, categories, members]
