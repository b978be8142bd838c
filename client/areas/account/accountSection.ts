import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'

export type SectionLoadContext = { api: Api; params: URLSearchParams; signal: AbortSignal }

export type SectionProps<Data = unknown> = {
  data: Data
  refused: RejectedForm | undefined
  /** What the section's last form returned to be shown, such as codes that are shown once. */
  shown: object | undefined
  writeKey: string
}

/** A section of the operator's own account, behind its own tab. */
export type AccountSection<Data = unknown> = {
  title: string
  /** What it loads, for a sentence such as "We couldn't load your sessions". */
  what: string
  /** Its URL, if it isn't `/account?section=NAME`. */
  path?: string
  load?: (context: SectionLoadContext) => Promise<Data>
  /** What its forms do. They post to the section's own URL. */
  intents?: Intents<object>
  /** The definition of its form's fields, if it has some. */
  resource?: Resource
  render: (props: SectionProps<Data>) => ReactNode
}

/** Defines a section. Erases its data type, so that different sections fit into one table. */
export const defineAccountSection = <Data>(section: AccountSection<Data>): AccountSection => ({
  ...section,
  // The data is the result of this section's own `load`.
  render: (props) => section.render({ ...props, data: props.data as Data }),
})
