import { isDeepStrictEqual } from 'node:util'
import { buildSchema, executeSync, parse, validate } from 'graphql'
import type { FieldNode } from 'graphql'
import { fieldsOf } from './contract.ts'
import type { Contract } from './contract.ts'

const fragmentsOf = (nodes: readonly FieldNode[]): string[] =>
  nodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .flatMap((part) =>
      part.kind === 'InlineFragment' && part.typeCondition ? [part.typeCondition.name.value] : [],
    )

/** Returns the name under which the query asks for the type of a value. */
const typeNameKeyOf = (nodes: readonly FieldNode[]): string => {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  const asked = selections.find((one) => one.kind === 'Field' && one.name.value === '__typename')
  return (asked?.kind === 'Field' && asked.alias?.value) || '__typename'
}

/** Checks queries, their variables, and responses against a GraphQL schema. */
export function graphql(text: string): Contract {
  const schema = buildSchema(text, { assumeValid: true })

  /**
   * Runs the query on the recorded response; the schema rejects everything that it doesn't define.
   */
  const execute = (body: string, data: unknown) => {
    const asked = fieldsOf(JSON.parse(body))
    return executeSync({
      schema,
      document: parse(String(asked['query'])),
      rootValue: data,
      variableValues: fieldsOf(asked['variables']),
      fieldResolver: (source, _args, _context, { path }) => fieldsOf(source)[path.key],
      typeResolver(value, _context, { fieldNodes }, type) {
        const typeName = fieldsOf(value)[typeNameKeyOf(fieldNodes)]
        if (typeof typeName === 'string') return typeName
        const names = Object.keys(fieldsOf(value))
        const matchingTypes = schema
          .getPossibleTypes(type)
          .filter((possibleType) => names.every((name) => name in possibleType.getFields()))
        // The type that the query has a fragment for, unless the response has no fields of it.
        const asked = matchingTypes.find(({ name }) => fragmentsOf(fieldNodes).includes(name))
        const other = matchingTypes.find(({ name }) => !fragmentsOf(fieldNodes).includes(name))
        return (names.length > 0 ? (asked ?? other) : (other ?? asked))?.name
      },
    })
  }
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

  return {
    request({ body, path }) {
      if (!path.endsWith('/graphql')) return null
      const validationErrors = validate(schema, parse(String(fieldsOf(JSON.parse(body))['query'])))
      if (validationErrors.length > 0) return validationErrors.map(({ message }) => message)
      // Without data, only the request can be wrong, because variables are checked before fields
      // are resolved.
      const { data, errors = [] } = execute(body, {})
      return data === undefined ? errors.map(({ message }) => message) : []
    },
    answer({ body: asked, path }, { status, body }) {
      if (!path.endsWith('/graphql') || status !== 200) return null
      const { data, errors: typeName } = fieldsOf(body)
      if (Array.isArray(typeName) && (data === null || data === undefined))
        return typeName.every(
          (possibleType) => typeof fieldsOf(possibleType)['message'] === 'string',
        )
          ? []
          : ['An error has no message.']
      const { data: expectedData, errors = [] } = execute(asked, data)
      if (errors.length > 0)
        return errors.map(({ message }) => `The response isn't valid: ${message}`)
      return isDeepStrictEqual(plain(expectedData), plain(data))
        ? []
        : ["The response has fields that the query didn't ask for."]
    },
    event: () => null,
  }
}
