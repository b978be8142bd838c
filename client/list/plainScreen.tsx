import type { Resource } from '#shared/engine/resource.ts'
import type { Screen } from '../pageTitle.ts'
import { listAction } from './listAction.ts'
import { listLoader } from './listLoader.ts'
import { ResourceList } from './ResourceList.tsx'

/** The screen of a resource that has none of its own: its list. */
export const plainScreen = (resource: Resource): Screen => ({
  loader: listLoader(resource),
  action: listAction(resource),
  Component: () => <ResourceList resource={resource} />,
  // The only file that the page needs besides the frame; a definition's file is named like it.
  source: `shared/resources/${resource.name}.ts`,
})
