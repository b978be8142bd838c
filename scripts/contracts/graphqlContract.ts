import { isDeepStrictEqual } from 'node:util'
import { buildSchema, executeSync, parse, validate } from 'graphql'
import type { FieldNode } from 'graphql'
import { getFields } from './contract.ts'
import type { Contract } from './contract.ts'

const getFragmentTypes = (nodes: readonly FieldNode[]): string[] =>
  nodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .flatMap((part) =>
      part.kind === 'InlineFragment' && part.typeCondition ? [part.typeCondition.name.value] : [],
    )

/** Returns the name under which the query asks for the type of a value. */
const getTypeNameKey = (nodes: readonly FieldNode[]): string => {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  const selection = selections.find(
    (one) => one.kind === 'Field' && one.name.value === '__typename',
  )
  return (selection?.kind === 'Field' && selection.alias?.value) || '__typename'
}

/** Checks queries, their variables, and responses against a GraphQL schema. */
export function createGraphqlContract(text: string): Contract {
  const schema = buildSchema(text, { assumeValid: true })

  /**
   * Runs the query on the recorded response; the schema rejects everything that it doesn't define.
   */
  const execute = (body: string, data: unknown) => {
    const request = getFields(JSON.parse(body))
    return executeSync({
      schema,
      document: parse(String(request['query'])),
      rootValue: data,
      variableValues: getFields(request['variables']),
      fieldResolver: (source, _args, _context, { path }) => getFields(source)[path.key],
      typeResolver(value, _context, { fieldNodes }, type) {
        const typeName = getFields(value)[getTypeNameKey(fieldNodes)]
        if (typeof typeName === 'string') return typeName
        const names = Object.keys(getFields(value))
        const matchingTypes = schema
          .getPossibleTypes(type)
          .filter((possibleType) => names.every((name) => name in possibleType.getFields()))
        // The type that the query has a fragment for, unless the response has no fields of it.
        const requestedType = matchingTypes.find(({ name }) =>
          getFragmentTypes(fieldNodes).includes(name),
        )
        const otherType = matchingTypes.find(
          ({ name }) => !getFragmentTypes(fieldNodes).includes(name),
        )
        return (names.length > 0 ? (requestedType ?? otherType) : (otherType ?? requestedType))
          ?.name
      },
    })
  }
  const toPlainValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

  return {
    checkRequest({ body, path }) {
      if (!path.endsWith('/graphql')) return null
      const validationErrors = validate(schema, parse(String(getFields(JSON.parse(body))['query'])))
      if (validationErrors.length > 0) return validationErrors.map(({ message }) => message)
      // Without data, only the request can be wrong, because variables are checked before fields
      // are resolved.
      const { data, errors = [] } = execute(body, {})
      return data === undefined ? errors.map(({ message }) => message) : []
    },
    checkResponse({ body: requestBody, path }, { status, body }) {
      if (!path.endsWith('/graphql') || status !== 200) return null
      const { data, errors: responseErrors } = getFields(body)
      if (Array.isArray(responseErrors) && (data === null || data === undefined))
        return responseErrors.every((one) => typeof getFields(one)['message'] === 'string')
          ? []
          : ['An error has no message.']
      const { data: expectedData, errors = [] } = execute(requestBody, data)
      if (errors.length > 0)
        return errors.map(({ message }) => `The response isn't valid: ${message}`)
      return isDeepStrictEqual(toPlainValue(expectedData), toPlainValue(data))
        ? []
        : ["The response has fields that the query didn't ask for."]
    },
    checkEvent: () => null,
  }
}
