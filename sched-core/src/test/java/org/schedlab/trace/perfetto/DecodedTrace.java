package org.schedlab.trace.perfetto;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A trace decoded by protobuf-java with the public descriptor, and run times computed from it as viewers do. */
public final class DecodedTrace {

    /** One ftrace event. */
    record Event(int cpu, long ns, int pid, String kind, Message message) {
        long number(String field) {
            return ((Number) DecodedTrace.get(message, field)).longValue();
        }

        String text(String field) {
            return (String) DecodedTrace.get(message, field);
        }
    }

    final DynamicMessage root;

    private DecodedTrace(DynamicMessage root) {
        this.root = root;
    }

    public static DecodedTrace of(byte[] bytes) {
        try {
            return new DecodedTrace(DynamicMessage.parseFrom(PublicTraceDescriptor.trace(), bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    static Object get(Message message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    static boolean has(Message message, String field) {
        return message.hasField(message.getDescriptorForType().findFieldByName(field));
    }

    static List<Message> list(Message message, String field) {
        List<Message> result = new ArrayList<>();
        FieldDescriptor f = message.getDescriptorForType().findFieldByName(field);
        for (int i = 0; i < message.getRepeatedFieldCount(f); i++) {
            result.add((Message) message.getRepeatedField(f, i));
        }
        return result;
    }

    List<Message> packets(String kind) {
        return list(root, "packet").stream()
                .filter(p -> has(p, kind))
                .map(p -> (Message) get(p, kind))
                .toList();
    }

    /** All ftrace events that the descriptor knows, by time; events of one CPU in the order of the file. */
    List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (Message bundle : packets("ftrace_events")) {
            int cpu = ((Number) get(bundle, "cpu")).intValue();
            for (Message event : list(bundle, "event")) {
                long ns = ((Number) get(event, "timestamp")).longValue();
                int pid = ((Number) get(event, "pid")).intValue();
                for (Map.Entry<FieldDescriptor, Object> field :
                        event.getAllFields().entrySet()) {
                    if (field.getValue() instanceof Message inner) {
                        events.add(new Event(cpu, ns, pid, field.getKey().getName(), inner));
                    }
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::ns));
        return Collections.unmodifiableList(events);
    }

    long count(String kind) {
        return events().stream().filter(e -> e.kind().equals(kind)).count();
    }

    /** Run time by thread id: the sum of its slices, from switch to switch on one CPU. The idle threads are left out. */
    public Map<Integer, Long> sliceSumsNs() {
        Map<Integer, Long> sums = new TreeMap<>();
        Map<Integer, Event> running = new TreeMap<>();
        for (Event event : events()) {
            if (event.kind().equals("sched_switch")) {
                Event last = running.put(event.cpu(), event);
                if (last != null && last.number("next_pid") != 0) {
                    sums.merge((int) last.number("next_pid"), event.ns() - last.ns(), Long::sum);
                }
            }
        }
        return sums;
    }

    /** Whether any message holds fields that the descriptor does not know. */
    static boolean hasUnknownFields(Message message) {
        if (!message.getUnknownFields().asMap().isEmpty()) {
            return true;
        }
        for (Object value : message.getAllFields().values()) {
            if (value instanceof Message inner && hasUnknownFields(inner)) {
                return true;
            }
            if (value instanceof List<?> values) {
                for (Object item : values) {
                    if (item instanceof Message inner && hasUnknownFields(inner)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
