import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { getGenericBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { activationActions, createActivationHandlers } from '../integrations/activationBulk.ts'
import { createIntegrationModule } from '../integrations/integrationHooks.ts'
import type { ResourceHooks, ResourceModule } from '../records/resourceHooks.ts'
import { getDependents } from '../records/uses.ts'
import type { Area } from './area.ts'

/** Joins each resource with what all areas and integrations add to it. */
export function createResourceModules(areas: readonly Area[]): readonly ResourceModule[] {
  const resources = areas.flatMap((area) => area.resources ?? [])
  const integrations = areas.flatMap((area) => area.integrations ?? [])
  return resources.map((resource): ResourceModule => {
    const { name } = resource
    // The owner's come last. Its hooks can rely on what the others have written.
    const sorted = areas.toSorted(
      (one, other) => Number(ownsResource(one, name)) - Number(ownsResource(other, name)),
    )
    const integration = integrations.find((one) => one.resource.name === name)
    const integrationModule = integration && createIntegrationModule(integration)
    const find = <T>(get: (area: Area) => Readonly<Record<string, T>> | undefined) =>
      sorted.map((area) => get(area)?.[name]).find((found) => found !== undefined)
    const bulk = find(({ bulkActions }) => bulkActions)
    return {
      ...resource,
      hooks: combineHooks([
        ...sorted.flatMap(({ hooks }) => hooks?.[name] ?? []),
        ...(integrationModule ? [integrationModule.hooks] : []),
      ]),
      readExtension: find(({ reads }) => reads) ?? null,
      importHooks: find(({ imports }) => imports) ?? null,
      describeHistory: find(({ history }) => history) ?? null,
      bulkActions: [
        ...(bulk?.actions ?? []),
        ...(integration ? activationActions : []),
        ...getGenericBulkActions(resource),
      ],
      bulkHandlers: {
        ...bulk?.handlers,
        ...(integration && createActivationHandlers(integration)),
      },
      dependents: [
        ...getDependents(resource, resources),
        ...(integrationModule?.dependents ?? []),
        ...sorted.flatMap(({ dependents }) => dependents?.[name] ?? []),
      ],
    }
  })
}

const ownsResource = ({ resources = [] }: Area, name: string) =>
  resources.some((one) => one.name === name)

/** Combines the hooks of several areas: each runs after those before it. */
function combineHooks(all: readonly ResourceHooks[]): ResourceHooks {
  const [first = {}, ...rest] = all
  return rest.reduce(combineTwo, first)
}

const combineTwo = (one: ResourceHooks, other: ResourceHooks): ResourceHooks => ({
  ...one,
  ...other,
  ...(one.assertEditable &&
    other.assertEditable && {
      assertEditable(before) {
        one.assertEditable?.(before)
        other.assertEditable?.(before)
      },
    }),
  ...(one.authorize &&
    other.authorize && {
      async authorize(context, write) {
        await one.authorize?.(context, write)
        await other.authorize?.(context, write)
      },
    }),
  ...(one.validate &&
    other.validate && {
      async validate(...args): Promise<ValidationErrors> {
        return { ...(await one.validate?.(...args)), ...(await other.validate?.(...args)) }
      },
    }),
  ...(one.deriveValues &&
    other.deriveValues && {
      deriveValues: (changed) => ({
        ...one.deriveValues?.(changed),
        ...other.deriveValues?.(changed),
      }),
    }),
  ...(one.beforeRead &&
    other.beforeRead && {
      async beforeRead(...args) {
        await one.beforeRead?.(...args)
        await other.beforeRead?.(...args)
      },
    }),
  ...(one.afterWrite &&
    other.afterWrite && {
      async afterWrite(...args) {
        await one.afterWrite?.(...args)
        await other.afterWrite?.(...args)
      },
    }),
})
