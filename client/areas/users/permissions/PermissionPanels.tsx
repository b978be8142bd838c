import { PermissionAreaPanel } from './PermissionAreaPanel.tsx'
import { buildPermissionsUrl } from './loader.ts'
import type { PermissionsData } from './loader.ts'
import { AccessCheckPanel } from './AccessCheckPanel.tsx'

/** Renders the panels over the catalog that the URL asks for. */
export function PermissionPanels(data: PermissionsData) {
  const { area, question, entries, search } = data
  const close = buildPermissionsUrl(search)
  return (
    <>
      {area !== null && <PermissionAreaPanel {...{ area, entries, close }} />}
      {question && <AccessCheckPanel {...data} asked={question} close={close} />}
    </>
  )
}
