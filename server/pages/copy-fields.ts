import type * as z from 'zod/mini'
import { definitionOf } from '../schema-definition.ts'

type Copy = (value: unknown) => unknown

/**
 * Returns a function that copies a value without the fields that the schema doesn't name, at any depth. Unlike Zod's own
 * functions, it doesn't validate what the program itself made, which takes ten times as long.
 * @throws when the schema has a part that may hold objects whose fields it doesn't name
 */
export const createFieldCopier = <S extends z.ZodMiniType>(schema: S) =>
  copierOf(schema) as (value: z.output<S>) => z.output<S>

function copierOf(schema: z.ZodMiniType): Copy {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return objectCopier(definition.shape!)
    case 'array': {
      const copy = copierOf(definition.element!)
      return (list) => (list as unknown[]).map(copy)
    }
    case 'nullable':
    case 'optional': {
      const copy = copierOf(definition.innerType!)
      return (value) => (value === null || value === undefined ? value : copy(value))
    }
    case 'pipe':
      // A codec, whose value in the program is what it puts out.
      return copierOf(definition.out!)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
      return (value) => value
    default:
      throw new Error(`Fields of a schema of type ${definition.type} can't be copied`)
  }
}

function objectCopier(shape: Record<string, z.ZodMiniType>): Copy {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, copy: copierOf(schema) }))
  return (value) => {
    const object = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const { name, copy } of fields) {
      const field = object[name]
      if (field !== undefined) result[name] = copy(field)
    }
    return result
  }
}
