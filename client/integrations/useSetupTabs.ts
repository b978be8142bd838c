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
  const asked = params.get('tab')
  // Fields of sections that only records of another type have.
  const aside = (resource.sections ?? []).flatMap(({ visibleWhen: only, fields }) =>
    record && only && !isSectionVisible(only, record) ? fields : [],
  )
  const tabs = all
    .map((one) => ({ ...one, fields: one.fields?.filter((name) => !aside.includes(name)) }))
    .filter(({ fields, show }) => show || fields?.length)
  const tab =
    tabs.find(({ name }) => name === asked) ??
    tabs.find(({ fields }) => fields?.includes(params.get('field') ?? '')) ??
    tabs[0]
  const own = tab?.fields
  const fields = own
    ? Object.fromEntries(Object.entries(resource.fields).filter(([name]) => own.includes(name)))
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
      const of = tabs.find((one) => one.fields?.includes(field))
      return `${of ? to(of) : ''}#field-${field}`
    },
  }
}
