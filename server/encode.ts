import type * as z from 'zod/mini'

type Write = (value: never, written?: Written) => string
type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  reverseTransform?: (value: unknown, ctx: unknown) => unknown
}

/** Lists that were written before, as they are told to several: an order's lines go to its customer, to staff, and into the answer. */
export type Written = Map<object, { write: Write; text: string }>

const compiled = new WeakMap<z.ZodMiniType, Write>()

/**
 * What `z.encode(schema, value)` gives, as JSON, without checking again what the program itself made: cents become
 * dollars, times become ISO, and fields that the schema doesn't name stay here. A tenth of the time, in every answer
 * and event.
 * @param written kept while nothing of what it has seen is changed
 */
export const toJson = <S extends z.ZodMiniType>(schema: S, value: z.output<S>, written?: Written): string =>
  writerOf(schema)(value as never, written)

/** The same as a value. */
export const encode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.input<S> =>
  JSON.parse(toJson(schema, value)) as z.input<S>

function writerOf(schema: z.ZodMiniType): Write {
  let writer = compiled.get(schema)
  if (!writer) compiled.set(schema, (writer = compile(schema)))
  return writer
}

function compile(schema: z.ZodMiniType): Write {
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return ofObject(Object.entries(def.shape!))
    case 'array':
      return ofList(writerOf(def.element!))
    case 'nullable':
    case 'optional': {
      const inner = writerOf(def.innerType!)
      return (value, written) => (value === null || value === undefined ? 'null' : inner(value, written))
    }
    case 'record': {
      const one = writerOf(def.valueType!)
      return (value: Record<string, unknown>, written) =>
        `{${Object.entries(value)
          .map(([name, given]) => `${JSON.stringify(name)}:${one(given as never, written)}`)
          .join(',')}}`
    }
    case 'union':
      return ofUnion(def.options!)
    case 'pipe':
      // A codec, whose other side is the program's own form.
      return (value) => ofAnything(def.reverseTransform!(value, {}))
    case 'string':
    case 'enum':
      return ofText
    default:
      return ofAnything
  }
}

/** Nearly all text is plain, and is put between its quotes as it is. */
const ofText = (text: string): string =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text)

function ofAnything(value: unknown): string {
  if (typeof value === 'string') return ofText(value)
  if (value === undefined) return 'null'
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value)
}

function ofObject(shape: [string, z.ZodMiniType][]): Write {
  const fields = shape.map(([name, one]) => ({ name, label: `${JSON.stringify(name)}:`, write: writerOf(one) }))
  return (value: Record<string, unknown>, written) => {
    let text = '{'
    for (let i = 0; i < fields.length; i++) {
      const { name, label, write } = fields[i]!
      const given = value[name]
      if (given !== undefined) text += (text === '{' ? '' : ',') + label + write(given as never, written)
    }
    return text + '}'
  }
}

function ofList(one: Write): Write {
  const write: Write = (value: unknown[], written) => {
    const before = written?.get(value)
    if (before?.write === write) return before.text
    let text = '['
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + one(value[i] as never, written)
    text += ']'
    written?.set(value, { write, text })
    return text
  }
  return write
}

/** The first of the objects all of whose fields are there; what is no object stays as it is. */
function ofUnion(options: z.ZodMiniType[]): Write {
  const shapes = options.map((option) => (option._zod.def as unknown as Def).shape)
  const objects = options.flatMap((option, i) => {
    if (!shapes[i]) return []
    // What all of them have tells none from another.
    const names = Object.keys(shapes[i]).filter((name) => !shapes.every((shape) => shape && name in shape))
    return [{ names, write: writerOf(option) }]
  })
  return (value: unknown, written) => {
    const fitting = isObject(value) && objects.find(({ names }) => names.every((name) => name in value))
    return fitting ? fitting.write(value as never, written) : ofAnything(value)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
