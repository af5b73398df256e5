package org.schedlab.trace.perfetto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;

/**
 * The part of Perfetto's public trace descriptor that concerns scheduling, with the names, numbers and types of google/perfetto,
 * protos/perfetto/trace (trace.proto, trace_packet.proto, ftrace/*.proto, track_event/*.proto). Written down apart from the exporter; that
 * it is right is shown by decoding traces which Perfetto itself recorded.
 */
final class PublicTraceDescriptor {

    private PublicTraceDescriptor() {}

    /** The message Trace. */
    static Descriptor trace() {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("perfetto/trace/trace.proto")
                .setPackage("perfetto.protos")
                .setSyntax("proto2")
                .addMessageType(message("Trace", many("packet", 1, "TracePacket")))
                .addMessageType(message(
                        "TracePacket",
                        one("ftrace_events", 1, "FtraceEventBundle"),
                        scalar("timestamp", 8, FieldDescriptorProto.Type.TYPE_UINT64),
                        scalar("trusted_packet_sequence_id", 10, FieldDescriptorProto.Type.TYPE_UINT32),
                        one("track_event", 11, "TrackEvent"),
                        scalar("sequence_flags", 13, FieldDescriptorProto.Type.TYPE_UINT32),
                        one("system_info", 45, "SystemInfo"),
                        one("track_descriptor", 60, "TrackDescriptor")))
                .addMessageType(message("SystemInfo", one("utsname", 1, "Utsname")))
                .addMessageType(message(
                        "Utsname",
                        scalar("sysname", 1, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("version", 2, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("release", 3, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("machine", 4, FieldDescriptorProto.Type.TYPE_STRING)))
                .addMessageType(message(
                        "FtraceEventBundle",
                        scalar("cpu", 1, FieldDescriptorProto.Type.TYPE_UINT32),
                        many("event", 2, "FtraceEvent")))
                .addMessageType(message(
                        "FtraceEvent",
                        scalar("timestamp", 1, FieldDescriptorProto.Type.TYPE_UINT64),
                        scalar("pid", 2, FieldDescriptorProto.Type.TYPE_UINT32),
                        one("sched_switch", 4, "SchedSwitchFtraceEvent"),
                        one("sched_wakeup", 17, "SchedWakeupFtraceEvent"),
                        one("sched_waking", 20, "SchedWakingFtraceEvent"),
                        one("task_newtask", 235, "TaskNewtaskFtraceEvent")))
                .addMessageType(message(
                        "SchedSwitchFtraceEvent",
                        scalar("prev_comm", 1, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("prev_pid", 2, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("prev_prio", 3, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("prev_state", 4, FieldDescriptorProto.Type.TYPE_INT64),
                        scalar("next_comm", 5, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("next_pid", 6, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("next_prio", 7, FieldDescriptorProto.Type.TYPE_INT32)))
                .addMessageType(wake("SchedWakeupFtraceEvent"))
                .addMessageType(wake("SchedWakingFtraceEvent"))
                .addMessageType(message(
                        "TaskNewtaskFtraceEvent",
                        scalar("pid", 1, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("comm", 2, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("clone_flags", 3, FieldDescriptorProto.Type.TYPE_UINT64),
                        scalar("oom_score_adj", 4, FieldDescriptorProto.Type.TYPE_INT32)))
                .addMessageType(message(
                        "TrackDescriptor",
                        scalar("uuid", 1, FieldDescriptorProto.Type.TYPE_UINT64),
                        scalar("name", 2, FieldDescriptorProto.Type.TYPE_STRING),
                        one("process", 3, "ProcessDescriptor"),
                        one("thread", 4, "ThreadDescriptor"),
                        scalar("parent_uuid", 5, FieldDescriptorProto.Type.TYPE_UINT64),
                        one("counter", 8, "CounterDescriptor")))
                .addMessageType(message(
                        "ProcessDescriptor",
                        scalar("pid", 1, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("process_name", 6, FieldDescriptorProto.Type.TYPE_STRING)))
                .addMessageType(message(
                        "ThreadDescriptor",
                        scalar("pid", 1, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("tid", 2, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("thread_name", 5, FieldDescriptorProto.Type.TYPE_STRING)))
                .addMessageType(message("CounterDescriptor", scalar("unit", 3, FieldDescriptorProto.Type.TYPE_INT32)))
                .addMessageType(message(
                        "TrackEvent",
                        scalar("type", 9, FieldDescriptorProto.Type.TYPE_INT32),
                        scalar("track_uuid", 11, FieldDescriptorProto.Type.TYPE_UINT64),
                        scalar("name", 23, FieldDescriptorProto.Type.TYPE_STRING),
                        scalar("counter_value", 30, FieldDescriptorProto.Type.TYPE_INT64)))
                .build();
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Trace");
        } catch (DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }

    private static DescriptorProto wake(String name) {
        return message(
                name,
                scalar("comm", 1, FieldDescriptorProto.Type.TYPE_STRING),
                scalar("pid", 2, FieldDescriptorProto.Type.TYPE_INT32),
                scalar("prio", 3, FieldDescriptorProto.Type.TYPE_INT32),
                scalar("success", 4, FieldDescriptorProto.Type.TYPE_INT32),
                scalar("target_cpu", 5, FieldDescriptorProto.Type.TYPE_INT32));
    }

    private static DescriptorProto message(String name, FieldDescriptorProto... fields) {
        return DescriptorProto.newBuilder()
                .setName(name)
                .addAllField(java.util.List.of(fields))
                .build();
    }

    private static FieldDescriptorProto scalar(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(Label.LABEL_OPTIONAL)
                .build();
    }

    private static FieldDescriptorProto one(String name, int number, String message) {
        return reference(name, number, message, Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto many(String name, int number, String message) {
        return reference(name, number, message, Label.LABEL_REPEATED);
    }

    private static FieldDescriptorProto reference(String name, int number, String message, Label label) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName(".perfetto.protos." + message)
                .setLabel(label)
                .build();
    }
}
