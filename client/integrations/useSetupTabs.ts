import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { isSectionVisible } from '#shared/engine/fields/sections.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import type { RejectedForm } from '../form/handleForm.ts'
import type { Tab } from '../ui/Tabs.tsx'
import { copyFixParams } from './fix/StoreFixBar.tsx'

/** Passed to every part of the page. `record` is null until something is set up. */
export type SetupProps<More> = {
  resource: Resource
  record: AnyRecord | null
  history: TestHistoryEntry[]
  more: More
  refused: RejectedForm | undefined
  writeKey: string
}

/** A tab of a setup page: some of its fields, or content in place of the form. */
export type SetupTab<More> = {
  name: string
  title: string
  fields?: readonly string[] | undefined
  show?: (props: SetupProps<More> & { record: AnyRecord }) => ReactNode
}

/**
 * Returns the tab that the URL names, its fields, and the tab of any field. Without tabs, the page
 * has all fields.
 */
export function useSetupTabs<More>(
  resource: Resource,
  all: readonly SetupTab<More>[],
  record: AnyRecord | null,
) {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const requestedTab = params.get('tab')
  // Fields of sections that only records of another type have.
  const hiddenFields = (resource.form.sections ?? []).flatMap(({ visibleWhen: only, fields }) =>
    record && only && !isSectionVisible(only, record) ? fields : [],
  )
  const tabs = all
    .map((one) => ({ ...one, fields: one.fields?.filter((name) => !hiddenFields.includes(name)) }))
    .filter(({ fields, show }) => show || fields?.length)
  const tab =
    tabs.find(({ name }) => name === requestedTab) ??
    tabs.find(({ fields }) => fields?.includes(params.get('field') ?? '')) ??
    tabs[0]
  const tabFields = tab?.fields
  const fields = tabFields
    ? Object.fromEntries(
        Object.entries(resource.fields).filter(([name]) => tabFields.includes(name)),
      )
    : resource.fields
  const to = ({ name }: SetupTab<More>) => copyFixParams(`${pathname}?tab=${name}`, params)
  return {
    tabs,
    tab,
    fields,
    at: (one: SetupTab<More>): Tab => ({
      title: one.title,
      to: to(one),
      current: one.name === tab?.name,
    }),
    fieldAt(field: string) {
      const fieldTab = tabs.find((one) => one.fields?.includes(field))
      return `${fieldTab ? to(fieldTab) : ''}#field-${field}`
    },
  }
}
